import { ok, owner, rejected, signedIn } from './dashboard-fixture.ts'
import {
  isBehind,
  network,
  nobody,
  node,
  type Screen,
  settings,
  visit,
} from './dashboard-visits.ts'
import { doctorScreens } from './doctor-screens.ts'
import { integrationScreens } from './integration-screens.ts'
import { merchantScreens } from './merchant-screens.ts'
import { calmOverview, modeWith, payoutWallet, payoutWallets, setupOf } from './money-replies.ts'
import { finding, health, moneyScreens } from './money-screens.ts'
import { noNoticeDestinations, noticeDestinations } from './notice-destinations.ts'
import { paymentRecordScreens } from './payment-record-screens.ts'
import { paymentScreens } from './payment-screens.ts'

const atStep = (step: string) => visit({ ...signedIn, step })
const ended = rejected(401, 'unauthenticated')
/** Of the setup, with the wallet still to be made. */
const withoutWallet = visit({ ...signedIn, isSetUp: false, step: 'wallet' })

const networks = [
  network('live', [1, 'Ethereum'], ['ETH', 'USDC', 'USDT']),
  network('live', [8453, 'Base'], ['ETH', 'USDC']),
  {
    ...network('live', [137, 'Polygon'], ['POL', 'USDC']),
    nodes: [node('polygon.alchemy.example …9fK2'), node('publicnode.example', [isBehind])],
  },
  network('test', [11155111, 'Sepolia'], ['ETH', 'USDC']),
]

const key = (id: string, name: string, scopes: string[]) => ({
  id,
  mode: 'live',
  name,
  scopes,
  prefix: `ck_live_${id}8Zk2`,
  revokedAt: null,
  lastUsedAt: '2026-11-20T09:00:00.000Z',
  createdAt: '2026-11-18T16:22:00.000Z',
})

const keys = [
  key('key1', 'Webshop', ['links:read', 'sessions:read', 'sessions:write', 'events:read']),
  key('key2', 'Bookkeeping', ['sessions:read', 'events:read']),
  { ...key('key3', 'Old shop', ['sessions:write']), revokedAt: '2026-11-20T09:10:00.000Z' },
]

const notifier = {
  notifier: 'alchemy',
  status: 'connected',
  problem: null,
  token: '…9fK2',
  connectedAt: '2026-11-01T10:00:00.000Z',
  syncedAt: null,
  chains: [
    {
      ...{ chainId: 1, webhooks: 1, addresses: 230, healthy: true },
      ...{ inTime: 9, payments: 10, repairedAt: null, resumedAt: null },
      lastNotificationAt: '2026-11-20T08:58:00.000Z',
      lastPaymentAt: '2026-11-20T08:58:00.000Z',
    },
  ],
}

/** The wizard noted that a network was left out. */
const wallets = {
  wallets: [
    {
      walletId: 'wallet-1',
      addedAt: '2026-11-20T09:00:00.000Z',
      addresses: (['live', 'test'] as const).map((mode) => ({
        mode,
        watched: null,
        firstAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        gasWallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      })),
    },
  ],
  next: { live: 1204, test: 31 },
}

const leftOut = [{ chainId: 11155111, name: 'Sepolia' }]
const testMode = { ...modeWith('test', [11155111]), hasApiKey: false, payoutWallets: [], leftOut }
const progress = { ...setupOf([testMode]), baseUrl: null }

const networksHealth = ok({
  ...health,
  checks: [
    finding('warn', 'node_problem', { of: 'Polygon', host: 'publicnode.example', ...isBehind }),
    finding('bad', 'single_operator', { of: 'Base', operator: 'alchemy.example' }),
  ],
})

const listedNetworks = { 'list-networks': ok({ networks: networks.slice(0, 3) }) }

const networksReplies = {
  ...listedNetworks,
  'check-health': networksHealth,
  'notifier-status': ok({ notifiers: [notifier] }),
}

const settingsReplies = {
  ...listedNetworks,
  ...noticeDestinations,
  'get-settings': ok(settings),
  'show-instance-webhook': ok({
    webhook: {
      url: 'https://alerts.northfield.example/quittance',
      secretPrefix: 'whsec_4vJ9xT',
      previousSecretsUntil: [],
      createdAt: '2026-11-01T10:00:00.000Z',
      failingSince: null,
      lastAttemptAt: '2026-11-02T10:00:00.000Z',
      lastOutcome: 200,
    },
  }),
}

const operators = [
  // By the clock of the service, which is half an hour ahead.
  { ...owner, hasSecondFactor: true, lastSeenAt: new Date(Date.now() + 1_800_000).toISOString() },
  {
    id: 'op_2',
    name: 'Mia Lindqvist',
    email: 'mia@northfield.example',
    role: 'operator',
    hasSecondFactor: false,
    lastSeenAt: null,
  },
].map((each) => ({ ...each, createdAt: '2026-11-01T10:00:00.000Z' }))

const invitation = {
  email: 'ben@northfield.example',
  role: 'viewer',
  isReset: false,
  expiresAt: '2026-11-30T12:00:00.000Z',
}

const people = {
  'list-operators': ok({ operators, invitations: [{ ...invitation, id: 'inv_1' }] }),
}

const signIn = (id: string, isThis: boolean, userAgent: string) => ({
  id,
  isThis,
  method: 'passkey',
  address: '203.0.113.7',
  userAgent,
  startedAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-20T20:00:00.000Z',
})

const account = ok({
  operator: owner,
  passkeys: [
    {
      id: 'pk_1',
      name: 'Firefox, Linux',
      domain: 'pay.northfield.example',
      isUsable: true,
      createdAt: '2026-11-01T10:00:00.000Z',
      lastUsedAt: '2026-11-20T08:00:00.000Z',
    },
  ],
  wrongCodes: 0,
  totpAddedAt: '2026-11-01T10:00:00.000Z',
  recoveryCodesLeft: 3,
  signIns: [
    signIn('si_1', true, 'Mozilla/5.0 (Macintosh) Chrome/150.0 Safari/537.36'),
    signIn('si_2', false, 'Mozilla/5.0 (iPhone) Safari/604.1'),
  ],
})

const passkey = { challengeId: 'ch_1', options: {} }
const recoveryCodes = Array.from({ length: 10 }, (_, at) => `k${at}p2-x7vq-9d4m`)

const entry = { mode: 'live', note: '', details: {}, before: null, after: null }

const entries = [
  {
    ...entry,
    id: 'aud_2',
    action: 'session.accept',
    target: 'cs_01JD8Z3K5V7Q2N4M',
    actor: { kind: 'operator', id: 'op_1', email: owner.email, address: '203.0.113.7' },
    note: 'The exchange kept its fee',
    outcome: 'underpaid → paid',
    details: { transfers: 'tr_01JD8Z3K5V7Q2N4M' },
    createdAt: '2026-11-20T14:02:31.000Z',
  },
  {
    ...entry,
    id: 'aud_1',
    action: 'payout-wallet.set',
    target: 'chain 8453',
    actor: { kind: 'aws', arn: 'arn:aws:iam::123456789012:user/ops' },
    outcome: `none → ${payoutWallet}`,
    createdAt: '2026-11-01T10:00:00.000Z',
  },
]

const walletStep = { path: '/setup', replies: withoutWallet }
const keysPage = { path: '/live/keys', replies: { 'list-api-keys': ok({ keys }) } }
const networksPage = { path: '/live/networks', replies: networksReplies }
const settingsPage = { path: '/live/settings', replies: settingsReplies }
const peoplePage = { path: '/settings/people', replies: people }
const accountPage = { path: '/settings/account', replies: { 'show-account': account } }

export const screens = {
  'sign-in': {
    path: '/live/home',
    replies: {
      'begin-passkey-sign-in': 'hang',
      'show-overview': ended,
      'show-setup': ended,
      'check-health': ended,
    },
    shows: ['Your session has ended', 'Sign in with a passkey', 'Email'],
  },
  invitation: {
    path: '/invitation#token',
    replies: { ...visit(nobody), 'show-invitation': ok(invitation) },
    shows: ['ben@northfield.example', 'Accept the invitation'],
  },
  'setup-owner': {
    path: '/setup',
    replies: visit({ ...nobody, claimed: false, isSetUp: false, step: 'owner' }),
    shows: ['Who owns this instance?', 'Setup token'],
  },
  'setup-second-factor': {
    path: '/setup',
    replies: visit({ ...signedIn, isSetUp: false, hasSecondFactor: false, step: 'second-factor' }),
    shows: ['Protect your account', 'Make a passkey', 'Authenticator app'],
  },
  'setup-wallet-terminal': {
    ...walletStep,
    shows: ['npm run operate -- wallet create', 'This page continues'],
  },
  'setup-wallet': {
    ...walletStep,
    clicks: ['Here', 'Show the words'],
    shows: ['Write down these 24 words', 'First address', 'Copy address'],
  },
  'setup-wallet-confirm': {
    ...walletStep,
    clicks: ['Here', 'Show the words', 'I wrote them down'],
    shows: ['Confirm your words'],
  },
  'setup-wallet-holds-money': {
    path: '/setup',
    replies: {
      ...withoutWallet,
      'set-up-wallet': ok({
        refused: 'words_hold_money',
        held: [
          {
            ...{ mode: 'live', chainId: 8453, chain: 'Base', symbol: 'USDC', amount: '12500' },
            address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          },
        ],
        unread: [{ mode: 'live', chainId: 137, chain: 'Polygon', reason: 'no response' }],
        withoutLiveNetworks: false,
      }),
    },
    clicks: ['Import'],
    next: { fields: { Words: `${'test '.repeat(11)}junk` }, clicks: ['Import the wallet'] },
    shows: ['These words hold money already', 'Not checked', 'f39F'],
  },
  'setup-watch-only': {
    path: '/setup',
    replies: { ...withoutWallet, 'list-networks': ok({ networks }) },
    clicks: ['Watch-only', 'Watch these accounts'],
    shows: ['Give public keys instead of words', 'Extended public key'],
  },
  'setup-networks': {
    path: '/setup',
    replies: {
      ...atStep('networks'),
      'list-networks': ok({ networks }),
      'check-health': networksHealth,
    },
    shows: ['Choose your networks', 'is behind: its newest block is older than two minutes'],
  },
  'setup-payouts': {
    path: '/setup',
    replies: {
      ...atStep('payouts'),
      'list-networks': ok({ networks }),
      'list-payout-wallets': ok({ payoutWallets: payoutWallets.slice(0, 1) }),
      'show-setup': ok(progress),
    },
    shows: ['Where does the money go?', 'Missing: Base, Polygon.', 'Left out: Sepolia.'],
  },
  'setup-payment': {
    path: '/setup?step=payment',
    replies: {
      'list-networks': ok({ networks: networks.slice(3) }),
      'show-setup': ok(progress),
    },
    shows: ['Make a test payment', 'Create the payment'],
  },
  'setup-payment-open': {
    path: '/setup?step=payment',
    replies: {
      'list-networks': ok({ networks: networks.slice(3) }),
      'show-setup': ok({ ...progress, testPayment: { slug: 'p1', sessionId: 'cs_1' } }),
      '/api/checkout/sessions/cs_1': ok({
        id: 'cs_1',
        status: 'pending',
        chainId: 11155111,
        asset: 'USDC',
        address: payoutWallet,
        amount: { base: '5000000', formatted: '5.00', decimals: 6 },
      }),
    },
    shows: ['Pay with play money', 'Copy address'],
  },
  'setup-done': {
    path: '/setup?step=done',
    replies: {
      ...noNoticeDestinations,
      'show-setup': ok(progress),
      'list-wallets': ok(wallets),
      'list-api-keys': ok({ keys: [] }),
      'create-api-key': ok({
        ...key('key4', 'First', ['sessions:write']),
        mode: 'test',
        key: 'ck_test_4Qm8Zk2XvT7pLc9RwYb3HnJd6FsAe1Gu',
      }),
    },
    clicks: ['Create a test key'],
    shows: [
      ...['You are ready', 'Copy the key now', 'No payout wallet on Sepolia'],
      ...['Live 1204, test 31.', 'Get a notice of each sale'],
    ],
  },
  ...moneyScreens,
  ...paymentScreens,
  ...integrationScreens,
  ...merchantScreens,
  ...paymentRecordScreens,
  keys: { ...keysPage, shows: ['Webshop', 'Revoked', 'Checkout server'] },
  'keys-empty': {
    path: '/test/keys',
    replies: { 'list-api-keys': ok({ keys: [] }) },
    shows: ['No keys yet'],
  },
  'keys-create': {
    ...keysPage,
    clicks: ['Create key'],
    shows: ['New API key, Live', 'sessions:write'],
  },
  'keys-revoke': { ...keysPage, clicks: ['Revoke'], shows: ['can’t be undone'] },
  networks: {
    ...networksPage,
    shows: [
      ...['Polygon', 'is behind: its newest block is older than two minutes', 'Warning'],
      ...['could fake payments', 'Problem', 'Alchemy …9fK2', '9 of the last 10 payments'],
    ],
  },
  'networks-add': {
    ...networksPage,
    clicks: ['Add networks'],
    shows: ['Own node', 'The key alone, not a URL'],
  },
  'networks-add-node': {
    ...networksPage,
    clicks: ['Add networks', 'Own node'],
    shows: ['Chain id', 'Test and add'],
  },
  'settings-grow': {
    ...settingsPage,
    fields: { Shards: '16' },
    clicks: ['Grow'],
    shows: ['can’t be undone', 'Grow to 16'],
  },
  settings: {
    ...settingsPage,
    shows: [
      ...['Northfield Press', 'Time to pay', 'MetaMask', 'Confirmations', 'Up to 3 keys'],
      ...['Now 4.', 'Refused: 404 no_service', 'The rest comes together'],
    ],
  },
  'settings-paused': {
    path: '/live/settings',
    replies: {
      ...settingsReplies,
      'get-settings': ok({ ...settings, acceptNewPayments: false }),
      'show-overview': ok({ ...calmOverview, newPayments: 'paused' }),
    },
    shows: ['New payments are paused.', 'No new payments are accepted', 'Accept payments again'],
  },
  'settings-notice': {
    path: '/live/settings',
    replies: { ...settingsReplies, ...noNoticeDestinations },
    clicks: ['Add a destination'],
    shows: ['Where should sale notices go?', 'Nobody gets a notice yet', 'erasing the customer'],
  },
  ...doctorScreens,
  audit: {
    path: '/live/audit',
    replies: { 'list-audit-entries': ok({ entries, nextCursor: 'aud_1' }) },
    shows: ['The exchange kept its fee', 'Underpaid → Paid', 'Show earlier entries'],
  },
  'audit-filtered': {
    path: '/live/audit?actor=op_1&target=cs_01JD8Z3K5V7Q2N4M&action=session.accept',
    replies: { 'list-audit-entries': ok({ entries: entries.slice(0, 1), nextCursor: null }) },
    shows: ['jonas@northfield.example', 'Clear', 'The exchange kept its fee'],
  },
  people: {
    ...peoplePage,
    shows: ['Mia Lindqvist', 'just now', 'valid until', 'no second factor yet'],
  },
  'people-invite': {
    ...peoplePage,
    clicks: ['Invite'],
    shows: ['Invite somebody', 'Works with payments'],
  },
  'account-codes': {
    path: '/settings/account',
    replies: { ...accountPage.replies, 'new-recovery-codes': ok({ recoveryCodes }) },
    clicks: ['Make new codes'],
    shows: ['Keep these recovery codes', 'make new ones under Your account'],
  },
  account: { ...accountPage, shows: ['Chrome, Mac', '3 codes left', 'This device'] },
  proof: {
    path: '/settings/account',
    replies: {
      'show-account': account,
      'remove-passkey': rejected(403, 'proof_required'),
      'begin-proof': ok({ code: 'any', byPassword: true, passkey }),
    },
    clicks: ['Remove'],
    shows: ['Confirm it is you', 'Use a passkey', 'recovery codes'],
  },
  'not-found': { path: '/live/nothing', replies: {}, shows: ['no such page'] },
  forbidden: {
    path: '/setup',
    replies: { ...atStep('networks'), 'list-networks': rejected(403, 'insufficient_role') },
    shows: ['Your role does not allow this'],
  },
} satisfies Readonly<Record<string, Screen>>

export type ScreenName = keyof typeof screens

export function screenOf(name: ScreenName): Screen {
  return screens[name]
}
