import { createApiKey } from './api-keys/create-api-key.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'
import { rollApiKey } from './api-keys/roll-api-key.ts'
import { acknowledgeDifference } from './books/acknowledge-difference.ts'
import { orderBookAudit } from './books/order-book-audit.ts'
import { showBooks } from './books/show-books.ts'
import { changeCustomer } from './customers/change-customer.ts'
import { findCustomers } from './customers/find-customers.ts'
import { showCustomer } from './customers/show-customer.ts'
import { findEvents } from './events/find-events.ts'
import { showEvent } from './events/show-event.ts'
import { deleteExport } from './exports/delete-export.ts'
import { listExportsOperation } from './exports/list-exports.ts'
import { readExport } from './exports/read-export.ts'
import { startExport } from './exports/start-export.ts'
import { checkHealth } from './health/check-health.ts'
import type { Operation } from './kernel/operation/operation.ts'
import { listUnmatchedDeposits } from './ledger/list-unmatched-deposits.ts'
import { beginDataExport } from './moving/begin-data-export.ts'
import { beginDataImport } from './moving/begin-data-import.ts'
import { addNetwork } from './networks/add-network.ts'
import { connectProvider } from './networks/connect-provider.ts'
import { listNetworks } from './networks/list-networks.ts'
import { removeNetwork } from './networks/remove-network.ts'
import { seedNetworks } from './networks/seed-networks.ts'
import { setNetwork } from './networks/set-network.ts'
import { testNetworks } from './networks/test-networks.ts'
import { trustOperator } from './networks/trust-operator.ts'
import { disconnectNotifier, repairNotifier } from './notifiers/change-notifier.ts'
import { connectNotifier } from './notifiers/connect-notifier.ts'
import { notifierStatus } from './notifiers/notifier-status.ts'
import { addPasskey } from './operators/account/add-passkey.ts'
import { beginPasskey } from './operators/account/begin-passkey.ts'
import { beginTotp } from './operators/account/begin-totp.ts'
import { changePassword } from './operators/account/change-password.ts'
import { disableTotp } from './operators/account/disable-totp.ts'
import { enableTotp } from './operators/account/enable-totp.ts'
import { endSignIn } from './operators/account/end-sign-in.ts'
import { newRecoveryCodes } from './operators/account/new-recovery-codes.ts'
import { removePasskey } from './operators/account/remove-passkey.ts'
import { showAccount } from './operators/account/show-account.ts'
import { stopFactor } from './operators/account/stop-factor.ts'
import { listAuditEntries } from './operators/list-audit-entries.ts'
import { changeOperator } from './operators/people/change-operator.ts'
import { inviteOperator } from './operators/people/invite-operator.ts'
import { listOperators } from './operators/people/list-operators.ts'
import { removeOperator } from './operators/people/remove-operator.ts'
import { resetAccess } from './operators/people/reset-access.ts'
import { revokeInvitation } from './operators/people/revoke-invitation.ts'
import { beginProof } from './operators/proof/begin-proof.ts'
import { showWork } from './operators/show-work.ts'
import { addLink } from './payment-links/add-link.ts'
import { changeLink } from './payment-links/change-link.ts'
import { listLinks } from './payment-links/list-links.ts'
import { removeLink } from './payment-links/remove-link.ts'
import { showPaymentLink } from './payment-links/show-payment-link.ts'
import { acceptPayment } from './payments/accept-payment.ts'
import { checkSessionNow } from './payments/check-session-now.ts'
import { dismissSession } from './payments/dismiss-session.ts'
import { listCustomerPayments } from './payments/list-customer-payments.ts'
import { listPayments } from './payments/list-payments.ts'
import { showExplainedSession } from './payments/show-explained-session.ts'
import { showPayment } from './payments/show-payment.ts'
import { cancelPayoutWallet } from './payout-wallets/cancel-payout-wallet.ts'
import { showPayoutWallets } from './payout-wallets/list-payout-wallets.ts'
import { setPayoutWallet } from './payout-wallets/set-payout-wallet.ts'
import {
  cancelIntegrationChange,
  disableIntegration,
  enableIntegration,
} from './providers/change-integration.ts'
import { listIntegrations } from './providers/list-integrations.ts'
import { listUnmatchedPayments } from './providers/list-unmatched-payments.ts'
import { setIntegration } from './providers/set-integration.ts'
import { verifyIntegration } from './providers/verify-integration.ts'
import { recordRefund } from './refunds/record-refund.ts'
import { adoptAddresses } from './restore/adopt-addresses.ts'
import { checkSkippedAddresses } from './restore/check-skipped-addresses.ts'
import { findLostSweeps } from './restore/find-lost-sweeps.ts'
import { resumeIntake } from './restore/resume-intake.ts'
import { skipAddresses } from './restore/skip-addresses.ts'
import { stopIntake } from './restore/stop-intake.ts'
import { search } from './search/search.ts'
import { changeSettings } from './settings/change-settings.ts'
import { getSettings } from './settings/get-settings.ts'
import { growIndexShards } from './settings/grow-index-shards.ts'
import { moveInstance } from './settings/move-instance.ts'
import { addWallet } from './setup/add-wallet.ts'
import { mintSetupToken } from './setup/mint-setup-token.ts'
import { noteSetup } from './setup/note-setup.ts'
import { setUpInstance } from './setup/set-up-instance.ts'
import { setUpWallet } from './setup/set-up-wallet.ts'
import { showSetup } from './setup/show-setup.ts'
import { showOverview } from './statistics/show-overview.ts'
import { abandonSweep } from './sweeps/abandon-sweep.ts'
import { getPayouts } from './sweeps/get-payouts.ts'
import { getSweep } from './sweeps/get-sweep.ts'
import { listSweeps } from './sweeps/list-sweeps.ts'
import { listWaiting } from './sweeps/list-waiting.ts'
import { requestSweep } from './sweeps/request-sweep.ts'
import { showGas } from './sweeps/show-gas.ts'
import { showSweepPreviews } from './sweeps/show-sweep-previews.ts'
import { sweepUnlisted } from './sweeps/sweep-unlisted.ts'
import { deleteView } from './views/delete-view.ts'
import { listViews } from './views/list-views.ts'
import { saveView } from './views/save-view.ts'
import { listWallets } from './wallet/list-wallets.ts'
import { addEndpoint } from './webhooks/add-endpoint.ts'
import { changeEndpoint } from './webhooks/change-endpoint.ts'
import { disableWebhookEndpoint } from './webhooks/disable-webhook-endpoint.ts'
import { enableWebhookEndpoint } from './webhooks/enable-webhook-endpoint.ts'
import { listDeliveries } from './webhooks/list-deliveries.ts'
import { listEndpointStates } from './webhooks/list-endpoint-states.ts'
import { recoverDeliveries } from './webhooks/recover-deliveries.ts'
import { redriveDeliveries } from './webhooks/redrive-deliveries.ts'
import { removeEndpoint } from './webhooks/remove-endpoint.ts'
import { replayDelivery } from './webhooks/replay-delivery.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { sendTestEvent } from './webhooks/send-test-event.ts'
import { showDelivery } from './webhooks/show-delivery.ts'
import { showEndpointHealth } from './webhooks/show-endpoint-health.ts'

/** Every operator operation, in the order of the terminal's help. */
export const operatorOperations: readonly Operation[] = [
  showOverview,
  ...[createApiKey, listApiKeys, rollApiKey, revokeApiKey],
  ...[listLinks, showPaymentLink, addLink, changeLink, removeLink],
  ...[findCustomers, showCustomer, changeCustomer, listCustomerPayments],
  ...[findEvents, showEvent],
  ...[listEndpointStates, showEndpointHealth, addEndpoint, changeEndpoint, removeEndpoint],
  ...[enableWebhookEndpoint, disableWebhookEndpoint, rotateWebhookSecret, sendTestEvent],
  ...[listDeliveries, showDelivery, replayDelivery, recoverDeliveries, redriveDeliveries],
  listUnmatchedDeposits,
  ...[listPayments, showExplainedSession, checkSessionNow, acceptPayment, dismissSession],
  ...[showPayment, recordRefund],
  ...[listViews, saveView, deleteView],
  ...[startExport, listExportsOperation, readExport, deleteExport],
  search,
  ...[listAuditEntries, checkHealth, showWork],
  ...[listNetworks, addNetwork, connectProvider, setNetwork, trustOperator],
  ...[testNetworks, removeNetwork, seedNetworks],
  ...[connectNotifier, notifierStatus, repairNotifier, disconnectNotifier],
  ...[listIntegrations, setIntegration, verifyIntegration, enableIntegration, disableIntegration],
  cancelIntegrationChange,
  listUnmatchedPayments,
  ...[getSettings, changeSettings, growIndexShards, moveInstance],
  ...[listOperators, inviteOperator, revokeInvitation],
  ...[changeOperator, removeOperator, resetAccess, stopFactor],
  ...[showAccount, beginProof, endSignIn, changePassword],
  ...[beginPasskey, addPasskey, removePasskey],
  ...[beginTotp, enableTotp, disableTotp, newRecoveryCodes],
  ...[setUpInstance, setUpWallet, showSetup, noteSetup, mintSetupToken],
  ...[listWallets, addWallet, skipAddresses, checkSkippedAddresses],
  ...[stopIntake, findLostSweeps, adoptAddresses, resumeIntake],
  ...[beginDataExport, beginDataImport],
  ...[showPayoutWallets, setPayoutWallet, cancelPayoutWallet],
  ...[requestSweep, listSweeps, getSweep, abandonSweep, getPayouts, listWaiting],
  ...[sweepUnlisted, showGas, showSweepPreviews],
  ...[showBooks, orderBookAudit, acknowledgeDifference],
]
