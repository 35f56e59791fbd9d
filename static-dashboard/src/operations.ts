import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { deleteExport } from '../../shared/admin/exports/delete-export.ts'
import type { listExportsOperation } from '../../shared/admin/exports/list-exports.ts'
import type { readExport } from '../../shared/admin/exports/read-export.ts'
import type { startExport } from '../../shared/admin/exports/start-export.ts'
import type { checkHealth } from '../../shared/admin/health/check-health.ts'
import type { addPasskey } from '../../shared/admin/operators/account/add-passkey.ts'
import type { beginPasskey } from '../../shared/admin/operators/account/begin-passkey.ts'
import type { beginTotp } from '../../shared/admin/operators/account/begin-totp.ts'
import type { changePassword } from '../../shared/admin/operators/account/change-password.ts'
import type { disableTotp } from '../../shared/admin/operators/account/disable-totp.ts'
import type { enableTotp } from '../../shared/admin/operators/account/enable-totp.ts'
import type { endSignIn } from '../../shared/admin/operators/account/end-sign-in.ts'
import type { newRecoveryCodes } from '../../shared/admin/operators/account/new-recovery-codes.ts'
import type { removePasskey } from '../../shared/admin/operators/account/remove-passkey.ts'
import type { showAccount } from '../../shared/admin/operators/account/show-account.ts'
import type { stopFactor } from '../../shared/admin/operators/account/stop-factor.ts'
import type { listAuditEntries } from '../../shared/admin/operators/list-audit-entries.ts'
import type { acceptInvitation } from '../../shared/admin/operators/people/accept-invitation.ts'
import type { changeOperator } from '../../shared/admin/operators/people/change-operator.ts'
import type { inviteOperator } from '../../shared/admin/operators/people/invite-operator.ts'
import type { listOperators } from '../../shared/admin/operators/people/list-operators.ts'
import type { removeOperator } from '../../shared/admin/operators/people/remove-operator.ts'
import type { revokeInvitation } from '../../shared/admin/operators/people/revoke-invitation.ts'
import type { showInvitation } from '../../shared/admin/operators/people/show-invitation.ts'
import type { beginProof } from '../../shared/admin/operators/proof/begin-proof.ts'
import type { showWork } from '../../shared/admin/operators/show-work.ts'
import type { beginPasskeySignIn } from '../../shared/admin/operators/sign-in/begin-passkey-sign-in.ts'
import type { showDashboard } from '../../shared/admin/operators/sign-in/show-dashboard.ts'
import type { signInWithPasskey } from '../../shared/admin/operators/sign-in/sign-in-with-passkey.ts'
import type { signInWithPassword } from '../../shared/admin/operators/sign-in/sign-in-with-password.ts'
import type { signOut } from '../../shared/admin/operators/sign-in/sign-out.ts'
import type { acceptPayment } from '../../shared/admin/payments/accept-payment.ts'
import type { checkSessionNow } from '../../shared/admin/payments/check-session-now.ts'
import type { dismissSession } from '../../shared/admin/payments/dismiss-session.ts'
import type { listCustomerPayments } from '../../shared/admin/payments/list-customer-payments.ts'
import type { listPayments } from '../../shared/admin/payments/list-payments.ts'
import type { showPayment } from '../../shared/admin/payments/show-payment.ts'
import type { checkSkippedAddresses } from '../../shared/admin/restore/check-skipped-addresses.ts'
import type { search } from '../../shared/admin/search/search.ts'
import type { claimInstance } from '../../shared/admin/setup/claim-instance.ts'
import type { noteSetup } from '../../shared/admin/setup/note-setup.ts'
import type { setUpWallet } from '../../shared/admin/setup/set-up-wallet.ts'
import type { showSetup } from '../../shared/admin/setup/show-setup.ts'
import type { showOverview } from '../../shared/admin/statistics/show-overview.ts'
import type { deleteView } from '../../shared/admin/views/delete-view.ts'
import type { listViews } from '../../shared/admin/views/list-views.ts'
import type { saveView } from '../../shared/admin/views/save-view.ts'
import type { findEvents } from '../../shared/merchant/events/find-events.ts'
import type { showEvent } from '../../shared/merchant/events/show-event.ts'
import type {
  disconnectNotifier,
  repairNotifier,
} from '../../shared/merchant/notifiers/change-notifier.ts'
import type { connectNotifier } from '../../shared/merchant/notifiers/connect-notifier.ts'
import type { notifierStatus } from '../../shared/merchant/notifiers/notifier-status.ts'
import type {
  cancelIntegrationChange,
  disableIntegration,
  enableIntegration,
} from '../../shared/merchant/providers/change-integration.ts'
import type { listIntegrations } from '../../shared/merchant/providers/list-integrations.ts'
import type { listUnmatchedPayments } from '../../shared/merchant/providers/list-unmatched-payments.ts'
import type { setIntegration } from '../../shared/merchant/providers/set-integration.ts'
import type { verifyIntegration } from '../../shared/merchant/providers/verify-integration.ts'
import type { recordRefund } from '../../shared/merchant/refunds/record-refund.ts'
import type { listDeliveries } from '../../shared/merchant/webhooks/deliveries/list-deliveries.ts'
import type { recoverDeliveries } from '../../shared/merchant/webhooks/deliveries/recover-deliveries.ts'
import type { redriveDeliveries } from '../../shared/merchant/webhooks/deliveries/redrive-deliveries.ts'
import type { replayDelivery } from '../../shared/merchant/webhooks/deliveries/replay-delivery.ts'
import type { showDelivery } from '../../shared/merchant/webhooks/deliveries/show-delivery.ts'
import type { addEndpoint } from '../../shared/merchant/webhooks/endpoints/add-endpoint.ts'
import type { changeEndpoint } from '../../shared/merchant/webhooks/endpoints/change-endpoint.ts'
import type { disableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/disable-webhook-endpoint.ts'
import type { enableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/enable-webhook-endpoint.ts'
import type { listEndpointStates } from '../../shared/merchant/webhooks/endpoints/list-endpoint-states.ts'
import type { removeEndpoint } from '../../shared/merchant/webhooks/endpoints/remove-endpoint.ts'
import type { rotateWebhookSecret } from '../../shared/merchant/webhooks/endpoints/rotate-webhook-secret.ts'
import type { sendTestEvent } from '../../shared/merchant/webhooks/endpoints/send-test-event.ts'
import type { showEndpointHealth } from '../../shared/merchant/webhooks/endpoints/show-endpoint-health.ts'
import type { acknowledgeDifference } from '../../shared/money/books/acknowledge-difference.ts'
import type { showBooks } from '../../shared/money/books/show-books.ts'
import type { cancelPayoutWallet } from '../../shared/money/payout-wallets/cancel-payout-wallet.ts'
import type { showPayoutWallets } from '../../shared/money/payout-wallets/list-payout-wallets.ts'
import type { setPayoutWallet } from '../../shared/money/payout-wallets/set-payout-wallet.ts'
import type { abandonSweep } from '../../shared/money/sweeps/abandon-sweep.ts'
import type { getPayouts } from '../../shared/money/sweeps/get-payouts.ts'
import type { getSweep } from '../../shared/money/sweeps/get-sweep.ts'
import type { listSweeps } from '../../shared/money/sweeps/list-sweeps.ts'
import type { requestSweep } from '../../shared/money/sweeps/request-sweep.ts'
import type { showGas } from '../../shared/money/sweeps/show-gas.ts'
import type { showSweepPreviews } from '../../shared/money/sweeps/show-sweep-previews.ts'
import type { sweepUnlisted } from '../../shared/money/sweeps/sweep-unlisted.ts'
import type { listUnmatchedDeposits } from '../../shared/payments/ledger/list-unmatched-deposits.ts'
import type { addNetwork } from '../../shared/payments/networks/add-network.ts'
import type { connectProvider } from '../../shared/payments/networks/connect-provider.ts'
import type { listNetworks } from '../../shared/payments/networks/list-networks.ts'
import type { removeNetwork } from '../../shared/payments/networks/remove-network.ts'
import type { testNetworks } from '../../shared/payments/networks/test-networks.ts'
import type { listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import type { createApiKey } from '../../shared/records/api-keys/create-api-key.ts'
import type { listApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import type { revokeApiKey } from '../../shared/records/api-keys/revoke-api-key.ts'
import type { rollApiKey } from '../../shared/records/api-keys/roll-api-key.ts'
import type { changeCustomer } from '../../shared/records/customers/change-customer.ts'
import type { findCustomers } from '../../shared/records/customers/find-customers.ts'
import type { showCustomer } from '../../shared/records/customers/show-customer.ts'
import type { addLink } from '../../shared/records/payment-links/add-link.ts'
import type { changeLink } from '../../shared/records/payment-links/change-link.ts'
import type { listLinks } from '../../shared/records/payment-links/list-links.ts'
import type { removeLink } from '../../shared/records/payment-links/remove-link.ts'
import type { showPaymentLink } from '../../shared/records/payment-links/show-payment-link.ts'
import type { changeSettings } from '../../shared/records/settings/change-settings.ts'
import type { getSettings } from '../../shared/records/settings/get-settings.ts'
import type { growIndexShards } from '../../shared/records/settings/grow-index-shards.ts'
import type { Given, Optional, Typed } from './operation-types.ts'

/** A ceremony of a passkey, with the options that the browser expects. */
type Begun<Called, Options> = {
  input: Typed<Called>['input']
  output: Omit<Typed<Called>['output'], 'options'> & { options: Options }
}

type BegunProof = {
  input: Typed<typeof beginProof>['input']
  output: Omit<Typed<typeof beginProof>['output'], 'passkey'> & {
    passkey: { challengeId: string; options: PublicKeyCredentialRequestOptionsJSON } | null
  }
}

/** The operations that the pages call, by name. Only their types: nothing of the service is part of a page. */
export type Operations = {
  'show-overview': Typed<typeof showOverview>
  'accept-payment': Optional<typeof acceptPayment, 'dismissed'>
  'dismiss-session': Typed<typeof dismissSession>
  'list-sweeps': Typed<typeof listSweeps>
  'get-sweep': Typed<typeof getSweep>
  'abandon-sweep': Typed<typeof abandonSweep>
  'request-sweep': Typed<typeof requestSweep>
  'show-sweep-previews': Typed<typeof showSweepPreviews>
  'sweep-unlisted': Typed<typeof sweepUnlisted>
  'list-unmatched-deposits': Typed<typeof listUnmatchedDeposits>
  'list-unmatched-payments': Typed<typeof listUnmatchedPayments>
  'create-api-key': Typed<typeof createApiKey>
  'list-api-keys': Typed<typeof listApiKeys>
  'revoke-api-key': Typed<typeof revokeApiKey>
  'list-links': Typed<typeof listLinks>
  'show-payment-link': Typed<typeof showPaymentLink>
  'add-link': Typed<typeof addLink>
  'change-link': Typed<typeof changeLink>
  'remove-link': Typed<typeof removeLink>
  'find-customers': Typed<typeof findCustomers>
  'show-customer': Typed<typeof showCustomer>
  'change-customer': Typed<typeof changeCustomer>
  'list-customer-payments': Typed<typeof listCustomerPayments>
  'find-events': Typed<typeof findEvents>
  'show-event': Typed<typeof showEvent>
  'add-endpoint': Typed<typeof addEndpoint>
  'change-endpoint': Typed<typeof changeEndpoint>
  'disable-webhook-endpoint': Typed<typeof disableWebhookEndpoint>
  'enable-webhook-endpoint': Typed<typeof enableWebhookEndpoint>
  'list-deliveries': Typed<typeof listDeliveries>
  'list-endpoint-states': Typed<typeof listEndpointStates>
  'recover-deliveries': Typed<typeof recoverDeliveries>
  'remove-endpoint': Typed<typeof removeEndpoint>
  'replay-delivery': Typed<typeof replayDelivery>
  'redrive-deliveries': Typed<typeof redriveDeliveries>
  'rotate-webhook-secret': Typed<typeof rotateWebhookSecret>
  'send-test-event': Typed<typeof sendTestEvent>
  'show-delivery': Typed<typeof showDelivery>
  'show-endpoint-health': Typed<typeof showEndpointHealth>
  'list-networks': Typed<typeof listNetworks>
  'add-network': Typed<typeof addNetwork>
  'connect-provider': Typed<typeof connectProvider>
  'remove-network': Typed<typeof removeNetwork>
  'test-networks': Typed<typeof testNetworks>
  'connect-notifier': Typed<typeof connectNotifier>
  'notifier-status': Typed<typeof notifierStatus>
  'repair-notifier': Typed<typeof repairNotifier>
  'disconnect-notifier': Typed<typeof disconnectNotifier>
  'set-payout-wallet': Given<typeof setPayoutWallet, { chainId: number; address: string }>
  'cancel-payout-wallet': Typed<typeof cancelPayoutWallet>
  'get-payouts': Typed<typeof getPayouts>
  'get-settings': Typed<typeof getSettings>
  'grow-index-shards': Typed<typeof growIndexShards>
  'change-settings': Typed<typeof changeSettings>
  search: Typed<typeof search>
  'check-health': Typed<typeof checkHealth>
  'check-skipped-addresses': Optional<typeof checkSkippedAddresses, 'walletId' | 'from'>
  'show-gas': Typed<typeof showGas>
  'show-books': Typed<typeof showBooks>
  'acknowledge-difference': Optional<typeof acknowledgeDifference, 'note' | 'withdraw'>
  'list-audit-entries': Typed<typeof listAuditEntries>
  'show-dashboard': Typed<typeof showDashboard>
  'claim-instance': Typed<typeof claimInstance>
  'begin-passkey-sign-in': Begun<typeof beginPasskeySignIn, PublicKeyCredentialRequestOptionsJSON>
  'sign-in-with-passkey': Given<
    typeof signInWithPasskey,
    { challengeId: string; response: AuthenticationResponseJSON }
  >
  'sign-in-with-password': Typed<typeof signInWithPassword>
  'show-invitation': Typed<typeof showInvitation>
  'accept-invitation': Typed<typeof acceptInvitation>
  'sign-out': Typed<typeof signOut>
  'begin-proof': BegunProof
  'begin-passkey': Begun<typeof beginPasskey, PublicKeyCredentialCreationOptionsJSON>
  'add-passkey': Given<
    typeof addPasskey,
    { challengeId: string; name: string; response: RegistrationResponseJSON }
  >
  'begin-totp': Typed<typeof beginTotp>
  'enable-totp': Typed<typeof enableTotp>
  'show-account': Typed<typeof showAccount>
  'remove-passkey': Typed<typeof removePasskey>
  'disable-totp': Typed<typeof disableTotp>
  'new-recovery-codes': Typed<typeof newRecoveryCodes>
  'change-password': Typed<typeof changePassword>
  'end-sign-in': Typed<typeof endSignIn>
  'list-operators': Typed<typeof listOperators>
  'invite-operator': Typed<typeof inviteOperator>
  'revoke-invitation': Typed<typeof revokeInvitation>
  'change-operator': Typed<typeof changeOperator>
  'remove-operator': Typed<typeof removeOperator>
  'set-up-wallet': Typed<typeof setUpWallet>
  'list-wallets': Typed<typeof listWallets>
  'list-payout-wallets': Typed<typeof showPayoutWallets>
  'stop-factor': Typed<typeof stopFactor>
  'list-integrations': Typed<typeof listIntegrations>
  'set-integration': Typed<typeof setIntegration>
  'verify-integration': Typed<typeof verifyIntegration>
  'enable-integration': Typed<typeof enableIntegration>
  'disable-integration': Typed<typeof disableIntegration>
  'cancel-integration-change': Typed<typeof cancelIntegrationChange>
  'roll-api-key': Typed<typeof rollApiKey>
  'note-setup': Typed<typeof noteSetup>
  'show-setup': Typed<typeof showSetup>
  'list-views': Typed<typeof listViews>
  'save-view': Typed<typeof saveView>
  'delete-view': Typed<typeof deleteView>
  'start-export': Optional<typeof startExport, 'statuses' | 'of'>
  'list-exports': Typed<typeof listExportsOperation>
  'read-export': Typed<typeof readExport>
  'delete-export': Typed<typeof deleteExport>
  'show-payment': Typed<typeof showPayment>
  'check-session-now': Typed<typeof checkSessionNow>
  'record-refund': Typed<typeof recordRefund>
  'list-payments': Optional<typeof listPayments, 'limit' | 'statuses'>
  'show-work': Typed<typeof showWork>
}
