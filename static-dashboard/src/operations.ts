import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { createApiKey } from '../../shared/api-keys/create-api-key.ts'
import type { listApiKeys } from '../../shared/api-keys/list-api-keys.ts'
import type { revokeApiKey } from '../../shared/api-keys/revoke-api-key.ts'
import type { rollApiKey } from '../../shared/api-keys/roll-api-key.ts'
import type { acknowledgeDifference } from '../../shared/books/acknowledge-difference.ts'
import type { showBooks } from '../../shared/books/show-books.ts'
import type { changeCustomer } from '../../shared/customers/change-customer.ts'
import type { findCustomers } from '../../shared/customers/find-customers.ts'
import type { showCustomer } from '../../shared/customers/show-customer.ts'
import type { findEvents } from '../../shared/events/find-events.ts'
import type { showEvent } from '../../shared/events/show-event.ts'
import type { deleteExport } from '../../shared/exports/delete-export.ts'
import type { listExportsOperation } from '../../shared/exports/list-exports.ts'
import type { readExport } from '../../shared/exports/read-export.ts'
import type { startExport } from '../../shared/exports/start-export.ts'
import type { checkHealth } from '../../shared/health/check-health.ts'
import type { listUnmatchedDeposits } from '../../shared/ledger/list-unmatched-deposits.ts'
import type { addNetwork } from '../../shared/networks/add-network.ts'
import type { connectProvider } from '../../shared/networks/connect-provider.ts'
import type { listNetworks } from '../../shared/networks/list-networks.ts'
import type { removeNetwork } from '../../shared/networks/remove-network.ts'
import type { testNetworks } from '../../shared/networks/test-networks.ts'
import type { disconnectNotifier, repairNotifier } from '../../shared/notifiers/change-notifier.ts'
import type { connectNotifier } from '../../shared/notifiers/connect-notifier.ts'
import type { notifierStatus } from '../../shared/notifiers/notifier-status.ts'
import type { addPasskey } from '../../shared/operators/account/add-passkey.ts'
import type { beginPasskey } from '../../shared/operators/account/begin-passkey.ts'
import type { beginTotp } from '../../shared/operators/account/begin-totp.ts'
import type { changePassword } from '../../shared/operators/account/change-password.ts'
import type { disableTotp } from '../../shared/operators/account/disable-totp.ts'
import type { enableTotp } from '../../shared/operators/account/enable-totp.ts'
import type { endSignIn } from '../../shared/operators/account/end-sign-in.ts'
import type { newRecoveryCodes } from '../../shared/operators/account/new-recovery-codes.ts'
import type { removePasskey } from '../../shared/operators/account/remove-passkey.ts'
import type { showAccount } from '../../shared/operators/account/show-account.ts'
import type { stopFactor } from '../../shared/operators/account/stop-factor.ts'
import type { listAuditEntries } from '../../shared/operators/list-audit-entries.ts'
import type { acceptInvitation } from '../../shared/operators/people/accept-invitation.ts'
import type { changeOperator } from '../../shared/operators/people/change-operator.ts'
import type { inviteOperator } from '../../shared/operators/people/invite-operator.ts'
import type { listOperators } from '../../shared/operators/people/list-operators.ts'
import type { removeOperator } from '../../shared/operators/people/remove-operator.ts'
import type { revokeInvitation } from '../../shared/operators/people/revoke-invitation.ts'
import type { showInvitation } from '../../shared/operators/people/show-invitation.ts'
import type { beginProof } from '../../shared/operators/proof/begin-proof.ts'
import type { showWork } from '../../shared/operators/show-work.ts'
import type { beginPasskeySignIn } from '../../shared/operators/sign-in/begin-passkey-sign-in.ts'
import type { showDashboard } from '../../shared/operators/sign-in/show-dashboard.ts'
import type { signInWithPasskey } from '../../shared/operators/sign-in/sign-in-with-passkey.ts'
import type { signInWithPassword } from '../../shared/operators/sign-in/sign-in-with-password.ts'
import type { signOut } from '../../shared/operators/sign-in/sign-out.ts'
import type { addLink } from '../../shared/payment-links/add-link.ts'
import type { changeLink } from '../../shared/payment-links/change-link.ts'
import type { listLinks } from '../../shared/payment-links/list-links.ts'
import type { removeLink } from '../../shared/payment-links/remove-link.ts'
import type { showPaymentLink } from '../../shared/payment-links/show-payment-link.ts'
import type { acceptPayment } from '../../shared/payments/accept-payment.ts'
import type { checkSessionNow } from '../../shared/payments/check-session-now.ts'
import type { dismissSession } from '../../shared/payments/dismiss-session.ts'
import type { listCustomerPayments } from '../../shared/payments/list-customer-payments.ts'
import type { listPayments } from '../../shared/payments/list-payments.ts'
import type { showPayment } from '../../shared/payments/show-payment.ts'
import type { cancelPayoutWallet } from '../../shared/payout-wallets/cancel-payout-wallet.ts'
import type { showPayoutWallets } from '../../shared/payout-wallets/list-payout-wallets.ts'
import type { setPayoutWallet } from '../../shared/payout-wallets/set-payout-wallet.ts'
import type {
  cancelIntegrationChange,
  disableIntegration,
  enableIntegration,
} from '../../shared/providers/change-integration.ts'
import type { listIntegrations } from '../../shared/providers/list-integrations.ts'
import type { listUnmatchedPayments } from '../../shared/providers/list-unmatched-payments.ts'
import type { setIntegration } from '../../shared/providers/set-integration.ts'
import type { verifyIntegration } from '../../shared/providers/verify-integration.ts'
import type { recordRefund } from '../../shared/refunds/record-refund.ts'
import type { checkSkippedAddresses } from '../../shared/restore/check-skipped-addresses.ts'
import type { search } from '../../shared/search/search.ts'
import type { changeSettings } from '../../shared/settings/change-settings.ts'
import type { getSettings } from '../../shared/settings/get-settings.ts'
import type { growIndexShards } from '../../shared/settings/grow-index-shards.ts'
import type { claimInstance } from '../../shared/setup/claim-instance.ts'
import type { noteSetup } from '../../shared/setup/note-setup.ts'
import type { setUpWallet } from '../../shared/setup/set-up-wallet.ts'
import type { showSetup } from '../../shared/setup/show-setup.ts'
import type { showOverview } from '../../shared/statistics/show-overview.ts'
import type { abandonSweep } from '../../shared/sweeps/abandon-sweep.ts'
import type { getPayouts } from '../../shared/sweeps/get-payouts.ts'
import type { getSweep } from '../../shared/sweeps/get-sweep.ts'
import type { listSweeps } from '../../shared/sweeps/list-sweeps.ts'
import type { requestSweep } from '../../shared/sweeps/request-sweep.ts'
import type { showGas } from '../../shared/sweeps/show-gas.ts'
import type { showSweepPreviews } from '../../shared/sweeps/show-sweep-previews.ts'
import type { sweepUnlisted } from '../../shared/sweeps/sweep-unlisted.ts'
import type { deleteView } from '../../shared/views/delete-view.ts'
import type { listViews } from '../../shared/views/list-views.ts'
import type { saveView } from '../../shared/views/save-view.ts'
import type { listWallets } from '../../shared/wallet/list-wallets.ts'
import type { addEndpoint } from '../../shared/webhooks/add-endpoint.ts'
import type { changeEndpoint } from '../../shared/webhooks/change-endpoint.ts'
import type { disableWebhookEndpoint } from '../../shared/webhooks/disable-webhook-endpoint.ts'
import type { enableWebhookEndpoint } from '../../shared/webhooks/enable-webhook-endpoint.ts'
import type { listDeliveries } from '../../shared/webhooks/list-deliveries.ts'
import type { listEndpointStates } from '../../shared/webhooks/list-endpoint-states.ts'
import type { recoverDeliveries } from '../../shared/webhooks/recover-deliveries.ts'
import type { redriveDeliveries } from '../../shared/webhooks/redrive-deliveries.ts'
import type { removeEndpoint } from '../../shared/webhooks/remove-endpoint.ts'
import type { replayDelivery } from '../../shared/webhooks/replay-delivery.ts'
import type { rotateWebhookSecret } from '../../shared/webhooks/rotate-webhook-secret.ts'
import type { sendTestEvent } from '../../shared/webhooks/send-test-event.ts'
import type { showDelivery } from '../../shared/webhooks/show-delivery.ts'
import type { showEndpointHealth } from '../../shared/webhooks/show-endpoint-health.ts'
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
