import { ok, rejected } from './dashboard-fixture.ts'
import { network, node, owner, type Screen, settings, signedIn, visit } from './dashboard-visits.ts'
import { doctorScreens } from './doctor-screens.ts'
import { integrationScreens } from './integration-screens.ts'
import { merchantScreens } from './merchant-screens.ts'
import { calmOverview, payoutWallet, payoutWallets } from './money-replies.ts'
import { finding, health, moneyScreens } from './money-screens.ts'
import { noNoticeDestinations, noticeDestinations } from './notice-destinations.ts'
import { paymentRecordScreens } from './payment-record-screens.ts'
import { paymentScreens } from './payment-screens.ts'

const ended = rejected(401, 'unauthenticated')
const nobody = { ...signedIn, operator: null, hasSecondFactor: false, step: 'sign-in' }

const networks = [
  network('live', [1, 'Ethereum'], ['ETH', 'USDC', 'USDT']),
  network('live', [8453, 'Base'], ['ETH', 'USDC']),
  {
    ...network('live', [137, 'Polygon'], ['POL', 'USDC']),
    nodes: [
      node('polygon.alchemy.example …9fK2'),
      node('publicnode.example', [
        {
          subject: 'newest block',
          expected: 'at most 120 s old',
          found: 'of 2026-11-20T09:56:50.000Z',
        },
      ]),
    ],
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
      chainId: 1,
      webhooks: 1,
      addresses: 230,
      healthy: true,
      lastNotificationAt: '2026-11-20T08:58:00.000Z',
      lastPaymentAt: '2026-11-20T08:58:00.000Z',
      inTime: 9,
      payments: 10,
      repairedAt: null,
      resumedAt: null,
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

const progress = (testPayment: unknown) => ({
  baseUrl: null,
  isSetUp: true,
  ownerSweeps: false,
  testPayment,
  modes: [
    {
      mode: 'test',
      firstAddress: payoutWallet,
      hasApiKey: false,
      networks: [11155111],
      payoutWallets: [],
      leftOut: [{ chainId: 11155111, name: 'Sepolia' }],
    },
  ],
})

const networksHealth = ok({
  ...health,
  checks: [
    finding('warn', 'node_problem', {
      of: 'Polygon',
      host: 'publicnode.example',
      subject: 'newest block',
      expected: 'at most 120 s old',
      found: 'of 2026-11-20T09:56:50.000Z',
    }),
    finding('bad', 'single_operator', { of: 'Base', operator: 'alchemy.example' }),
  ],
})

const networksReplies = {
  ...visit(signedIn),
  'list-networks': ok({ networks: networks.slice(0, 3) }),
  'check-health': networksHealth,
  'notifier-status': ok({ notifiers: [notifier] }),
}

const settingsReplies = {
  ...visit(signedIn),
  ...noticeDestinations,
  'get-settings': ok(settings),
  'list-networks': ok({ networks: networks.slice(0, 3) }),
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

const invitations = [
  {
    id: 'inv_1',
    email: 'ben@northfield.example',
    role: 'viewer',
    isReset: false,
    expiresAt: '2026-11-30T12:00:00.000Z',
  },
]

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

const account = {
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
}

const recoveryCodes = Array.from({ length: 10 }, (_, at) => `k${at}p2-x7vq-9d4m`)

const entries = [
  {
    id: 'aud_2',
    mode: 'live',
    action: 'session.accept',
    target: 'cs_01JD8Z3K5V7Q2N4M',
    actor: {
      kind: 'operator',
      id: 'op_1',
      email: 'jonas@northfield.example',
      address: '203.0.113.7',
    },
    note: 'The exchange kept its fee',
    outcome: 'underpaid → paid',
    details: { transfers: 'tr_01JD8Z3K5V7Q2N4M' },
    before: null,
    after: null,
    createdAt: '2026-11-20T14:02:31.000Z',
  },
  {
    id: 'aud_1',
    mode: 'live',
    action: 'payout-wallet.set',
    target: 'chain 8453',
    actor: { kind: 'aws', arn: 'arn:aws:iam::123456789012:user/ops' },
    note: '',
    outcome: `none → ${payoutWallet}`,
    details: {},
    before: null,
    after: null,
    createdAt: '2026-11-01T10:00:00.000Z',
  },
]

export const screens: Readonly<Record<string, Screen>> = {
  'sign-in': {
    path: '/test/home',
    replies: { ...visit(nobody), 'begin-passkey-sign-in': 'hang' },
    shows: ['Sign in with a passkey', 'Email'],
  },
  'sign-in-again': {
    path: '/live/home',
    replies: {
      ...visit(signedIn),
      'begin-passkey-sign-in': 'hang',
      ...Object.fromEntries(
        ['show-overview', 'show-setup', 'check-health'].map((each) => [each, ended]),
      ),
    },
    shows: ['Your session has ended', 'Email'],
  },
  invitation: {
    path: '/invitation#token',
    replies: {
      ...visit(nobody),
      'show-invitation': ok({
        email: 'mia@northfield.example',
        role: 'operator',
        isReset: false,
        expiresAt: '2026-11-27T09:00:00.000Z',
      }),
    },
    shows: ['mia@northfield.example', 'Accept the invitation'],
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
    path: '/setup',
    replies: visit({ ...signedIn, isSetUp: false, step: 'wallet' }),
    shows: ['npm run operate -- wallet create', 'This page continues'],
  },
  'setup-wallet': {
    path: '/setup',
    replies: visit({ ...signedIn, isSetUp: false, step: 'wallet' }),
    clicks: ['Here', 'Show the words'],
    shows: ['Write down these 24 words', 'First address', 'Copy address'],
  },
  'setup-wallet-confirm': {
    path: '/setup',
    replies: visit({ ...signedIn, isSetUp: false, step: 'wallet' }),
    clicks: ['Here', 'Show the words', 'I wrote them down'],
    shows: ['Confirm your words'],
  },
  'setup-wallet-import': {
    path: '/setup',
    replies: visit({ ...signedIn, isSetUp: false, step: 'wallet' }),
    clicks: ['Import'],
    shows: ['Enter the words of your wallet'],
  },
  'setup-wallet-holds-money': {
    path: '/setup',
    replies: {
      ...visit({ ...signedIn, isSetUp: false, step: 'wallet' }),
      'set-up-wallet': ok({
        refused: 'words_hold_money',
        held: [
          {
            ...{ mode: 'live', chainId: 1, chain: 'Ethereum', symbol: 'ETH', amount: '1.25' },
            address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          },
          {
            ...{ mode: 'live', chainId: 8453, chain: 'Base', symbol: 'USDC', amount: '12500' },
            address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
          },
        ],
        unread: [{ mode: 'live', chainId: 137, chain: 'Polygon', reason: 'no response' }],
        withoutLiveNetworks: false,
      }),
    },
    clicks: ['Import'],
    next: {
      fields: { Words: `${'test '.repeat(11)}junk` },
      clicks: ['Import the wallet'],
    },
    shows: ['These words hold money already', 'Not checked', '0xf39F'.slice(2)],
  },
  'setup-watch-only': {
    path: '/setup',
    replies: {
      ...visit({ ...signedIn, isSetUp: false, step: 'wallet' }),
      'list-networks': ok({ networks }),
    },
    clicks: ['Watch-only'],
    next: {
      clicks: ['Watch these accounts'],
    },
    shows: ['Give public keys instead of words', 'Extended public key'],
  },
  'setup-networks': {
    path: '/setup',
    replies: {
      ...visit({ ...signedIn, step: 'networks' }),
      'list-networks': ok({ networks }),
      'check-health': networksHealth,
    },
    shows: [
      'Choose your networks',
      'Polygon',
      'is behind: its newest block is older than two minutes',
    ],
  },
  'setup-payouts': {
    path: '/setup',
    replies: {
      ...visit({ ...signedIn, step: 'payouts' }),
      'list-networks': ok({ networks }),
      'list-payout-wallets': ok({ payoutWallets: payoutWallets.slice(0, 1) }),
      'show-setup': ok(progress(null)),
    },
    shows: ['Where does the money go?', 'Missing: Base, Polygon.', 'Left out: Sepolia.'],
  },
  'setup-payment': {
    path: '/setup?step=payment',
    replies: {
      ...visit(signedIn),
      'list-networks': ok({ networks: networks.slice(3) }),
      'show-setup': ok(progress(null)),
    },
    shows: ['Make a test payment', 'Create the payment'],
  },
  'setup-payment-open': {
    path: '/setup?step=payment',
    replies: {
      ...visit(signedIn),
      'list-networks': ok({ networks: networks.slice(3) }),
      'show-setup': ok(progress({ slug: 'p1', sessionId: 'cs_1' })),
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
      ...visit(signedIn),
      ...noNoticeDestinations,
      'show-setup': ok(progress(null)),
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
      'You are ready',
      'Copy the key now',
      'No payout wallet on Sepolia',
      'Live 1204, test 31.',
      'Get a notice of each sale',
    ],
  },
  'setup-done-again': {
    path: '/setup?step=done',
    replies: {
      ...visit(signedIn),
      ...noNoticeDestinations,
      'show-setup': ok(progress(null)),
      'list-wallets': ok(wallets),
      'list-api-keys': ok({ keys: keys.slice(0, 1) }),
    },
    shows: ['Its secret was shown once', 'Roll this key'],
  },
  ...moneyScreens,
  ...paymentScreens,
  ...integrationScreens,
  ...merchantScreens,
  ...paymentRecordScreens,
  keys: {
    path: '/live/keys',
    replies: { ...visit(signedIn), 'list-api-keys': ok({ keys }) },
    shows: ['Webshop', 'Revoked', 'Checkout server'],
  },
  'keys-empty': {
    path: '/test/keys',
    replies: { ...visit(signedIn), 'list-api-keys': ok({ keys: [] }) },
    shows: ['No keys yet'],
  },
  'keys-create': {
    path: '/live/keys',
    replies: { ...visit(signedIn), 'list-api-keys': ok({ keys }) },
    clicks: ['Create key'],
    shows: ['New API key, Live', 'sessions:write'],
  },
  'keys-revoke': {
    path: '/live/keys',
    replies: { ...visit(signedIn), 'list-api-keys': ok({ keys }) },
    clicks: ['Revoke'],
    shows: ['can’t be undone'],
  },
  networks: {
    path: '/live/networks',
    replies: networksReplies,
    shows: [
      ...['Polygon', 'is behind: its newest block is older than two minutes', 'Warning'],
      ...['could fake payments', 'Problem', 'Alchemy …9fK2', '9 of the last 10 payments'],
    ],
  },
  'networks-add': {
    path: '/live/networks',
    replies: networksReplies,
    clicks: ['Add networks'],
    shows: ['Own node', 'The key alone, not a URL'],
  },
  'networks-add-node': {
    path: '/live/networks',
    replies: networksReplies,
    clicks: ['Add networks', 'Own node'],
    shows: ['Chain id', 'Test and add'],
  },
  'settings-grow': {
    path: '/live/settings',
    replies: settingsReplies,
    fields: { Shards: '16' },
    clicks: ['Grow'],
    shows: ['can’t be undone', 'Grow to 16'],
  },
  settings: {
    path: '/live/settings',
    replies: settingsReplies,
    shows: [
      'Northfield Press',
      'Time to pay',
      'MetaMask',
      'Confirmations',
      'Up to 3 keys',
      'Now 4.',
      'Refused: 404 no_service',
      'The rest comes together',
    ],
  },
  'settings-pause': {
    path: '/live/settings',
    replies: settingsReplies,
    clicks: ['Pause new payments'],
    shows: ['Pause new payments? (Live)', 'Payments that have begun continue'],
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
    fields: {},
    shows: ['Where should sale notices go?', 'Nobody gets a notice yet', 'erasing the customer'],
  },
  ...doctorScreens,
  audit: {
    path: '/live/audit',
    replies: { ...visit(signedIn), 'list-audit-entries': ok({ entries, nextCursor: 'aud_1' }) },
    shows: ['The exchange kept its fee', 'Underpaid → Paid', 'Show earlier entries'],
  },
  'audit-filtered': {
    path: '/live/audit?actor=op_1&target=cs_01JD8Z3K5V7Q2N4M&action=session.accept',
    replies: {
      ...visit(signedIn),
      'list-audit-entries': ok({ entries: entries.slice(0, 1), nextCursor: null }),
    },
    shows: ['jonas@northfield.example', 'Clear', 'The exchange kept its fee'],
  },
  people: {
    path: '/settings/people',
    replies: { ...visit(signedIn), 'list-operators': ok({ operators, invitations }) },
    shows: ['Mia Lindqvist', 'just now', 'valid until', 'no second factor yet'],
  },
  'people-invite': {
    path: '/settings/people',
    replies: { ...visit(signedIn), 'list-operators': ok({ operators, invitations }) },
    clicks: ['Invite'],
    shows: ['Invite somebody', 'Works with payments'],
  },
  'account-codes': {
    path: '/settings/account',
    replies: {
      ...visit(signedIn),
      'show-account': ok(account),
      'new-recovery-codes': ok({ recoveryCodes }),
    },
    clicks: ['Make new codes'],
    shows: ['Keep these recovery codes', 'make new ones under Your account'],
  },
  account: {
    path: '/settings/account',
    replies: { ...visit(signedIn), 'show-account': ok(account) },
    shows: ['Chrome, Mac', '3 codes left', 'This device'],
  },
  proof: {
    path: '/settings/account',
    replies: {
      ...visit(signedIn),
      'show-account': ok(account),
      'remove-passkey': rejected(403, 'proof_required'),
      'begin-proof': ok({
        code: 'any',
        byPassword: true,
        passkey: { challengeId: 'ch_1', options: {} },
      }),
    },
    clicks: ['Remove'],
    shows: ['Confirm it is you', 'Use a passkey', 'recovery codes'],
  },
  'audit-empty': {
    path: '/test/audit',
    replies: { ...visit(signedIn), 'list-audit-entries': ok({ entries: [], nextCursor: null }) },
    shows: ['Nothing yet'],
  },
  'not-found': { path: '/live/nothing', replies: visit(signedIn), shows: ['no such page'] },
  forbidden: {
    path: '/setup',
    replies: {
      ...visit({ ...signedIn, step: 'networks' }),
      'list-networks': rejected(403, 'insufficient_role'),
    },
    shows: ['Your role does not allow this'],
  },
}
