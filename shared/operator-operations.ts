import { eraseIdleCustomers } from './admin/erasure/erase-idle-customers.ts'
import { deleteExport } from './admin/exports/delete-export.ts'
import { listExportsOperation } from './admin/exports/list-exports.ts'
import { readExport } from './admin/exports/read-export.ts'
import { startExport } from './admin/exports/start-export.ts'
import { checkHealth } from './admin/health/check-health.ts'
import { removeInstanceWebhook } from './admin/instance-webhook/remove-instance-webhook.ts'
import { setInstanceWebhook } from './admin/instance-webhook/set-instance-webhook.ts'
import { showInstanceWebhook } from './admin/instance-webhook/show-instance-webhook.ts'
import { beginDataExport } from './admin/moving/begin-data-export.ts'
import { beginDataImport } from './admin/moving/begin-data-import.ts'
import { addPasskey } from './admin/operators/account/add-passkey.ts'
import { beginPasskey } from './admin/operators/account/begin-passkey.ts'
import { beginTotp } from './admin/operators/account/begin-totp.ts'
import { changePassword } from './admin/operators/account/change-password.ts'
import { disableTotp } from './admin/operators/account/disable-totp.ts'
import { enableTotp } from './admin/operators/account/enable-totp.ts'
import { endSignIn } from './admin/operators/account/end-sign-in.ts'
import { newRecoveryCodes } from './admin/operators/account/new-recovery-codes.ts'
import { removePasskey } from './admin/operators/account/remove-passkey.ts'
import { showAccount } from './admin/operators/account/show-account.ts'
import { stopFactor } from './admin/operators/account/stop-factor.ts'
import { listAuditEntries } from './admin/operators/list-audit-entries.ts'
import { changeOperator } from './admin/operators/people/change-operator.ts'
import { inviteOperator } from './admin/operators/people/invite-operator.ts'
import { listOperators } from './admin/operators/people/list-operators.ts'
import { removeOperator } from './admin/operators/people/remove-operator.ts'
import { resetAccess } from './admin/operators/people/reset-access.ts'
import { revokeInvitation } from './admin/operators/people/revoke-invitation.ts'
import { beginProof } from './admin/operators/proof/begin-proof.ts'
import { showWork } from './admin/operators/show-work.ts'
import { acceptPayment } from './admin/payments/accept-payment.ts'
import { checkSessionNow } from './admin/payments/check-session-now.ts'
import { dismissSession } from './admin/payments/dismiss-session.ts'
import { findCustomers } from './admin/payments/find-customers.ts'
import { listCustomerPayments } from './admin/payments/list-customer-payments.ts'
import { listPayments } from './admin/payments/list-payments.ts'
import { showExplainedSession } from './admin/payments/show-explained-session.ts'
import { showPayment } from './admin/payments/show-payment.ts'
import { totalPayments } from './admin/payments/total-payments.ts'
import { adoptAddresses } from './admin/restore/adopt-addresses.ts'
import { checkSkippedAddresses } from './admin/restore/check-skipped-addresses.ts'
import { findLostSweeps } from './admin/restore/find-lost-sweeps.ts'
import { resumeIntake } from './admin/restore/resume-intake.ts'
import { skipAddresses } from './admin/restore/skip-addresses.ts'
import { stopIntake } from './admin/restore/stop-intake.ts'
import { addNoticeDestination } from './admin/sale-notices/add-notice-destination.ts'
import { changeNoticeDestination } from './admin/sale-notices/change-notice-destination.ts'
import { listNoticeDestinations } from './admin/sale-notices/list-notice-destinations.ts'
import { removeNoticeDestination } from './admin/sale-notices/remove-notice-destination.ts'
import { testNoticeDestination } from './admin/sale-notices/test-notice-destination.ts'
import { search } from './admin/search/search.ts'
import { addWallet } from './admin/setup/add-wallet.ts'
import { mintSetupToken } from './admin/setup/mint-setup-token.ts'
import { noteSetup } from './admin/setup/note-setup.ts'
import { setUpInstance } from './admin/setup/set-up-instance.ts'
import { setUpWallet } from './admin/setup/set-up-wallet.ts'
import { setUpWatchOnly } from './admin/setup/set-up-watch-only.ts'
import { showSetup } from './admin/setup/show-setup.ts'
import { showOverview } from './admin/statistics/show-overview.ts'
import { deleteView } from './admin/views/delete-view.ts'
import { listViews } from './admin/views/list-views.ts'
import { saveView } from './admin/views/save-view.ts'
import type { Operation } from './kernel/operation/operation.ts'
import { showEvent } from './merchant/events/get-event.ts'
import { findEvents } from './merchant/events/list-events.ts'
import { disconnectNotifier, repairNotifier } from './merchant/notifiers/change-notifier.ts'
import { connectNotifier } from './merchant/notifiers/connect-notifier.ts'
import { notifierStatus } from './merchant/notifiers/notifier-status.ts'
import { addLink } from './merchant/payment-links/create-payment-link.ts'
import { removeLink } from './merchant/payment-links/delete-payment-link.ts'
import { showPaymentLink } from './merchant/payment-links/get-payment-link.ts'
import { listLinks } from './merchant/payment-links/list-payment-links.ts'
import { changeLink } from './merchant/payment-links/update-payment-link.ts'
import {
  cancelIntegrationChange,
  disableIntegration,
  enableIntegration,
} from './merchant/providers/change-integration.ts'
import { listIntegrations } from './merchant/providers/list-integrations.ts'
import { listUnmatchedPayments } from './merchant/providers/list-unmatched-payments.ts'
import { setIntegration } from './merchant/providers/set-integration.ts'
import { verifyIntegration } from './merchant/providers/verify-integration.ts'
import { listDeliveries } from './merchant/webhooks/deliveries/list-deliveries.ts'
import { recoverDeliveries } from './merchant/webhooks/deliveries/recover-deliveries.ts'
import { redriveDeliveries } from './merchant/webhooks/deliveries/redrive-deliveries.ts'
import { replayDelivery } from './merchant/webhooks/deliveries/replay-delivery.ts'
import { showDelivery } from './merchant/webhooks/deliveries/show-delivery.ts'
import { addEndpoint } from './merchant/webhooks/endpoints/create-webhook-endpoint.ts'
import { removeEndpoint } from './merchant/webhooks/endpoints/delete-webhook-endpoint.ts'
import { disableWebhookEndpoint } from './merchant/webhooks/endpoints/disable-webhook-endpoint.ts'
import { enableWebhookEndpoint } from './merchant/webhooks/endpoints/enable-webhook-endpoint.ts'
import { listEndpointStates } from './merchant/webhooks/endpoints/list-endpoint-states.ts'
import { rotateWebhookSecret } from './merchant/webhooks/endpoints/rotate-endpoint-secret.ts'
import { showEndpointHealth } from './merchant/webhooks/endpoints/show-endpoint-health.ts'
import { sendTestEvent } from './merchant/webhooks/endpoints/test-webhook-endpoint.ts'
import { changeEndpoint } from './merchant/webhooks/endpoints/update-webhook-endpoint.ts'
import { acknowledgeDifference } from './money/books/acknowledge-difference.ts'
import { orderBookAudit } from './money/books/order-book-audit.ts'
import { showBooks } from './money/books/show-books.ts'
import { cancelPayoutWallet } from './money/payout-wallets/cancel-payout-wallet.ts'
import { showPayoutWallets } from './money/payout-wallets/list-payout-wallets.ts'
import { setPayoutWallet } from './money/payout-wallets/set-payout-wallet.ts'
import { voidRefund } from './money/refunds/cancel-refund.ts'
import { addRefund } from './money/refunds/create-refund.ts'
import { showRefund } from './money/refunds/get-refund.ts'
import { findRefunds } from './money/refunds/list-refunds.ts'
import { recordRefund } from './money/refunds/record-refund.ts'
import { setRefundAddress } from './money/refunds/update-refund.ts'
import { abandonSweep } from './money/sweeps/abandon-sweep.ts'
import { getPayouts } from './money/sweeps/get-payouts.ts'
import { getSweep } from './money/sweeps/get-sweep.ts'
import { listSweeps } from './money/sweeps/list-sweeps.ts'
import { listWaiting } from './money/sweeps/list-waiting.ts'
import { requestSweep } from './money/sweeps/request-sweep.ts'
import { showGas } from './money/sweeps/show-gas.ts'
import { showSweepPreviews } from './money/sweeps/show-sweep-previews.ts'
import { sweepUnlisted } from './money/sweeps/sweep-unlisted.ts'
import { listUnmatchedDeposits } from './payments/ledger/list-unmatched-deposits.ts'
import { addNetwork } from './payments/networks/add-network.ts'
import { connectProvider } from './payments/networks/connect-provider.ts'
import { listNetworks } from './payments/networks/list-networks.ts'
import { removeNetwork } from './payments/networks/remove-network.ts'
import { seedNetworks } from './payments/networks/seed-networks.ts'
import { setNetwork } from './payments/networks/set-network.ts'
import { testNetworks } from './payments/networks/test-networks.ts'
import { trustOperator } from './payments/networks/trust-operator.ts'
import { listWallets } from './payments/wallet/list-wallets.ts'
import { createApiKey } from './records/api-keys/create-api-key.ts'
import { listApiKeys } from './records/api-keys/list-api-keys.ts'
import { revokeApiKey } from './records/api-keys/revoke-api-key.ts'
import { rollApiKey } from './records/api-keys/roll-api-key.ts'
import { changeCustomer } from './records/customers/change-customer.ts'
import { eraseCustomer } from './records/customers/delete-customer.ts'
import { showCustomer } from './records/customers/get-customer.ts'
import { changeSettings } from './records/settings/change-settings.ts'
import { getSettings } from './records/settings/get-settings.ts'
import { growIndexShards } from './records/settings/grow-index-shards.ts'
import { moveInstance } from './records/settings/move-instance.ts'

/** Every operator operation, in the order of the terminal's help. */
export const operatorOperations = [
  showOverview,
  ...[createApiKey, listApiKeys, rollApiKey, revokeApiKey],
  ...[listLinks, showPaymentLink, addLink, changeLink, removeLink],
  ...[findCustomers, showCustomer, changeCustomer, listCustomerPayments],
  ...[eraseCustomer, eraseIdleCustomers],
  ...[findEvents, showEvent],
  ...[listEndpointStates, showEndpointHealth, addEndpoint, changeEndpoint, removeEndpoint],
  ...[enableWebhookEndpoint, disableWebhookEndpoint, rotateWebhookSecret, sendTestEvent],
  ...[showInstanceWebhook, setInstanceWebhook, removeInstanceWebhook],
  ...[listDeliveries, showDelivery, replayDelivery, recoverDeliveries, redriveDeliveries],
  listUnmatchedDeposits,
  ...[
    listPayments,
    totalPayments,
    showExplainedSession,
    checkSessionNow,
    acceptPayment,
    dismissSession,
  ],
  showPayment,
  ...[findRefunds, showRefund, addRefund, setRefundAddress, recordRefund, voidRefund],
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
  ...[listNoticeDestinations, addNoticeDestination, changeNoticeDestination],
  ...[testNoticeDestination, removeNoticeDestination],
  ...[getSettings, changeSettings, growIndexShards, moveInstance],
  ...[listOperators, inviteOperator, revokeInvitation],
  ...[changeOperator, removeOperator, resetAccess, stopFactor],
  ...[showAccount, beginProof, endSignIn, changePassword],
  ...[beginPasskey, addPasskey, removePasskey],
  ...[beginTotp, enableTotp, disableTotp, newRecoveryCodes],
  ...[setUpInstance, setUpWallet, setUpWatchOnly, showSetup, noteSetup, mintSetupToken],
  ...[listWallets, addWallet, skipAddresses, checkSkippedAddresses],
  ...[stopIntake, findLostSweeps, adoptAddresses, resumeIntake],
  ...[beginDataExport, beginDataImport],
  ...[showPayoutWallets, setPayoutWallet, cancelPayoutWallet],
  ...[requestSweep, listSweeps, getSweep, abandonSweep, getPayouts, listWaiting],
  ...[sweepUnlisted, showGas, showSweepPreviews],
  ...[showBooks, orderBookAudit, acknowledgeDifference],
] satisfies readonly Operation[]
