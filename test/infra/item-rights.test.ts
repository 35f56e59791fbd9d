import { beforeAll, describe, expect, it } from 'vitest'
import { modes } from '../../shared/kernel/mode.ts'
import {
  derivingAddresses,
  settingPayoutWallets,
  storingAccounts,
  storingMnemonics,
} from './wallet-functions.ts'
import { itemRequest, ownTable, whoMay } from './who-may.ts'

let table: string

beforeAll(async () => {
  table = await ownTable()
})

const changingOperators = [
  'accept-invitation',
  'claim-instance',
  'operator-add-passkey',
  'operator-change-operator',
  'operator-change-password',
  'operator-disable-totp',
  'operator-enable-totp',
  'operator-end-sign-in',
  'operator-invite-operator',
  'operator-new-recovery-codes',
  'operator-remove-operator',
  'operator-remove-passkey',
  'operator-reset-access',
  'operator-revoke-invitation',
  'operator-set-up-instance',
  'operator-stop-factor',
]
const signingIn = [
  'accept-invitation',
  'begin-passkey-sign-in',
  'claim-instance',
  'operator-add-passkey',
  'operator-begin-passkey',
  'operator-begin-proof',
  'operator-change-password',
  'operator-enable-totp',
  'operator-end-sign-in',
  'operator-remove-operator',
  'operator-stop-factor',
  'sign-in-with-passkey',
  'sign-in-with-password',
  'sign-out',
  'tell-wrong-codes',
  'verify-proof',
]
const changingCredentials = [
  'accept-invitation',
  'claim-instance',
  'operator-add-passkey',
  'operator-begin-passkey',
  'operator-begin-proof',
  'operator-begin-totp',
  'operator-change-password',
  'operator-disable-totp',
  'operator-enable-totp',
  'operator-new-recovery-codes',
  'operator-remove-operator',
  'operator-remove-passkey',
  'operator-reset-access',
  'operator-set-up-instance',
  'operator-stop-factor',
  'sign-in-with-passkey',
  'sign-in-with-password',
  'verify-proof',
]
const readingCredentials = [...changingCredentials, 'operator-show-account'].sort()
const creatingKeys = ['operator-create-api-key', 'operator-revoke-api-key', 'operator-roll-api-key']
const claimingInstances = [
  'claim-instance',
  'operator-mint-setup-token',
  'operator-set-up-instance',
  'operator-set-up-wallet',
  'operator-set-up-watch-only',
]

/** Each change of a refund is an event of its session. */
const changingRefunds = [
  ...['create-refund', 'update-refund', 'cancel-refund', 'claim-refund', 'watch-refunds'],
  ...['operator-add-refund', 'operator-record-refund', 'operator-set-refund-address'],
  'operator-void-refund',
].sort()

/**
 * By customers and merchants only: open, choose, details, and what a wallet or a provider was asked to pay. By an erasure:
 * who paid.
 */
const changingSessions = [
  ...['choose-asset', 'create-checkout-session', 'expire-checkout-session', 'open-link'],
  ...['report-transaction', 'start-provider-order', 'submit-details'],
  // It puts the addresses back that a restored table has lost.
  ...['operator-adopt-addresses', 'operator-find-lost-sweeps'],
  ...['operator-accept-payment', 'operator-check-session-now', 'operator-dismiss-session'],
  ...changingRefunds,
  ...['ask-providers', 'receive-provider-callback', 'reconcile'],
  ...modes.flatMap((mode) => [
    ...[`recheck-payment-${mode}`, `scan-addresses-${mode}`, `watch-session-${mode}`],
  ]),
  ...['scan-closed-addresses', 'sweep', 'erase-customers'],
].sort()

const changingLinks = [
  ...['create-payment-link', 'delete-payment-link', 'operator-add-link'],
  ...['operator-change-link', 'operator-remove-link', 'update-payment-link'],
]

describe('the table', () => {
  const item = (action: string, partition: string) => itemRequest(table, action, partition)

  it.each([
    { item: 'wallet#mnemonic', read: ['sweep'], written: storingMnemonics },
    { item: 'wallets', written: storingMnemonics },
    { item: 'live#session#cs_1', written: changingSessions },
    { item: 'test#session#cs_1', written: changingSessions },
    { item: 'address#0x1', written: changingSessions },
    // Late money is found at these, as long as they are there.
    { item: 'live#closed-addresses', written: changingSessions },
    { item: 'test#closed-addresses/15', written: changingSessions },
    { item: 'live#closed-rounds', written: changingSessions },
    // They name the session of a provider's order or payment.
    { item: 'live#provider-order#transak#1', written: changingSessions },
    { item: 'test#provider-payment#moonpay#1', written: changingSessions },
    { item: 'live#provider-event#ramp#0', written: changingSessions },
    // What shops fulfill orders by.
    {
      item: 'live#event#evt_1',
      written: [...changingSessions, 'operator-send-test-event', 'test-webhook-endpoint'].sort(),
    },
    // Where money is sent back to, and what proved it.
    { item: 'live#refund#re_1', written: changingRefunds },
    { item: 'test#refund-transfer#1#0xa', written: changingRefunds },
    // Whoever added to these would have sessions and events redacted.
    {
      item: 'live#erasures',
      written: [
        ...['delete-customer', 'erase-customers'],
        ...['operator-erase-customer', 'operator-erase-idle-customers'],
      ],
    },
    { item: 'price#ETH-USD', written: ['refresh-prices'] },
    // What a session asks for.
    { item: 'live#quote#q_1', written: ['create-quote', ...changingSessions].sort() },
    { item: 'live#link#pl_1', written: changingLinks },
    { item: 'slug#k7m2p9x4qd', written: changingLinks },
    { item: 'live#sweep#sw_1', written: ['sweep'] },
    { item: 'live#senders#1', written: ['sweep'] },
    { item: 'live#sweep-turns', written: ['sweep'] },
    { item: 'live#gas-use#8453', written: ['sweep'] },
    {
      item: 'live#sweep-request',
      written: ['operator-abandon-sweep', 'operator-request-sweep', 'operator-sweep-unlisted'],
    },
    { item: 'live#wallet', read: derivingAddresses, written: storingAccounts },
    { item: 'operators', written: changingOperators },
    { item: 'staff', written: changingOperators },
    { item: 'invitations', written: changingOperators },
    { item: 'sign-ins', written: signingIn },
    { item: 'challenge#ch_1', written: signingIn },
    { item: 'guesses#0', written: signingIn },
    { item: 'wrong-codes', written: signingIn },
    { item: 'browsers#op_1', written: signingIn },
    { item: 'credentials#op_1', read: readingCredentials, written: changingCredentials },
    {
      item: 'setup-token',
      read: claimingInstances,
      written: claimingInstances,
    },
    { item: 'test#payout-wallets', written: settingPayoutWallets },
    { item: 'live#gas-wallets', written: [...storingAccounts, 'sweep'] },
    {
      item: 'test#notifiers',
      written: [
        'operator-connect-notifier',
        'operator-disconnect-notifier',
        'operator-repair-notifier',
        'sync-notifiers',
      ],
    },
    {
      item: 'live#networks',
      written: [
        'operator-add-network',
        'operator-connect-provider',
        'operator-remove-network',
        'operator-seed-networks',
        'operator-set-network',
        'operator-test-networks',
        'operator-trust-operator',
        'probe-chains',
        'retire-networks',
      ],
    },
    {
      item: 'live#settings',
      written: [
        'claim-instance',
        'operator-change-settings',
        'operator-grow-index-shards',
        'operator-move-instance',
        'operator-resume-intake',
        'operator-set-network',
        'operator-set-up-instance',
        'operator-stop-intake',
      ],
    },
    {
      item: 'api-key#ck_live_abcdefgh',
      written: creatingKeys,
    },
    { item: 'live#api-keys', written: creatingKeys },
  ])('restricts $item to those who need it', async ({ item: leadingKey, read, written }) => {
    if (read) expect(await whoMay(item('GetItem', leadingKey))).toEqual(read)
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) {
      expect(await whoMay(item(action, leadingKey))).toEqual(written)
    }
  })
})
