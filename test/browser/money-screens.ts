import { release } from '../../infra/build/release.ts'
import { paymentLinkExample } from '../../shared/records/payment-links/wire/payment-link-example.ts'
import { ok } from './dashboard-fixture.ts'
import { isBehind, network, type Screen } from './dashboard-visits.ts'
import {
  calmOverview,
  deposits,
  emptyOverview,
  modeWith,
  overview,
  payouts,
  payoutWallet,
  payoutWallets,
  providerPayments,
  setupOf,
  sweepShown,
  sweeps,
} from './money-replies.ts'
import { listedPayments } from './payment-screens.ts'

export const finding = (state: string, reason: string, details: Record<string, string>) => {
  const { of = '', ...rest } = details
  return { state, reason, of, details: rest }
}

const shop = 'shop.northfield.example'

const findings = [
  finding('bad', 'dead_letters', { count: '4' }),
  finding('warn', 'deliveries_given_up', { of: shop, endpoint: 'we_1', count: '3' }),
  finding('bad', 'single_operator', { of: 'Ethereum', operator: 'alchemy.example' }),
  finding('bad', 'endpoint_disabled', { of: shop, why: 'only_failures' }),
  finding('warn', 'node_problem', { of: 'Polygon', host: 'publicnode.example', ...isBehind }),
  finding('ok', 'notifiers_work', {}),
  finding('ok', 'payout_wallets_set', {}),
]

const gasOn = (chain: string, symbol: string, missing: string) => ({
  mode: 'live',
  chainId: chain.length,
  chain,
  symbol,
  missing,
  balance: '0.820000000000000001',
  nextMonth: '0.005378344048405096',
  gasWallet: payoutWallet,
  walletId: 'w',
})

export const gas = [gasOn('Ethereum', 'ETH', '0'), gasOn('Polygon', 'POL', '12')]

const setup = setupOf([
  { ...modeWith('live', [1, 8453]), hasApiKey: false },
  { ...modeWith('test', [11155111]), payoutWallets: [] },
])

/** The time of the reply, because the page compares it with its clock. */
const whenSent = { toJSON: () => new Date().toISOString() }

export const health = {
  mode: 'live',
  checkedAt: whenSent,
  release: release(),
  checks: findings,
  prices: [],
  cost: null,
}

const since = new Date(Date.now() - 7_200_000).toISOString()
const agreed = finding('ok', 'books_agree', { since, audited: '512' })

const homeReplies = {
  'show-setup': ok(setup),
  'check-health': ok(health),
  'list-payments': ok({ payments: listedPayments.slice(0, 6), nextCursor: null }),
}

const emptyReplies = {
  ...homeReplies,
  'show-overview': ok(emptyOverview),
  'list-payments': ok({ payments: [], nextCursor: null }),
}

const planned = [
  { kind: 'authorized', addresses: 5, amount: '812.5 USDC', fee: '0.00011 ETH' },
  { kind: 'native', addresses: 1, amount: '0.5 ETH', fee: '0.00002 ETH' },
]

const later = '2100-01-01T00:00:00.000Z'

const networks = [
  network('live', [1, 'Ethereum'], ['ETH', 'USDC']),
  network('live', [137, 'Polygon'], ['POL', 'USDC']),
  network('live', [8453, 'Base'], ['ETH', 'USDC']),
]

const payoutReplies = {
  'get-payouts': ok(payouts),
  'list-networks': ok({ networks }),
  'list-payout-wallets': ok({ payoutWallets }),
  'show-gas': ok({ chains: gas }),
  'list-sweeps': ok(sweeps),
  'get-sweep': ok(sweepShown),
  'list-unmatched-deposits': ok(deposits),
  'list-unmatched-payments': ok(providerPayments),
  'request-sweep': ok({ requestedAt: new Date().toISOString(), modes: ['live'] }),
  'show-sweep-previews': ok({
    chains: [{ mode: 'live', chainId: 8453, chain: 'Base', at: later, planned }],
  }),
}

const payoutsPage = { path: '/live/payouts', replies: payoutReplies }
const sweepPage = { path: '/live/payouts/sw_01JD8Z3K5V7Q2N4M00000001', replies: payoutReplies }

export const moneyScreens = {
  home: {
    path: '/live/home',
    replies: { ...homeReplies, 'show-overview': ok(overview) },
    shows: [
      ...['completed in the last 30 days', 'Latest payments', 'First steps'],
      ...['ana@example.com · 10479 · Annual subscription · $120.00', 'Underpaid by 1.50 USDC'],
      ...['1,232.53', '1 sweep is on its way', 'Webhooks that failed for good', 'Dead letters'],
    ],
  },
  'home-calm': {
    path: '/live/home',
    replies: {
      ...homeReplies,
      'show-overview': ok(calmOverview),
      'check-health': ok({ ...health, checks: [...findings.slice(5), agreed] }),
    },
    shows: [
      ...['Nothing needs you now', 'All money is in your payout wallets'],
      'Books agree with the chain: ',
    ],
  },
  'home-paid': {
    path: '/live/home',
    replies: { ...homeReplies, 'show-overview': ok({ ...calmOverview, uncounted: 1 }) },
    shows: ['Money has just arrived at 1 address'],
  },
  'home-start': {
    path: '/live/home',
    replies: emptyReplies,
    shows: ['Take your first payment', 'Every network has one', 'Create'],
  },
  'home-start-test': {
    path: '/test/home',
    replies: {
      ...emptyReplies,
      'add-link': ok({ ...paymentLinkExample, mode: 'test' }),
      'note-setup': ok({}),
    },
    clicks: ['Create test link'],
    shows: ['nothing here is real', 'Each network needs one', 'Open and pay'],
  },
  payouts: {
    ...payoutsPage,
    shows: [
      ...['24,812', '+168.50 just arrived', '25.00 USDC on Polygon', 'MoonPay', 'Older'],
      ...['The gas wallet on Polygon is low', 'A new address takes effect'],
      'Not set: money stays at its deposit addresses',
    ],
  },
  'payouts-wallet': {
    ...payoutsPage,
    clicks: ['Change'],
    shows: ['Payout wallet on Ethereum', 'Takes effect after 24 hours'],
  },
  'payouts-empty': {
    path: '/live/payouts',
    replies: {
      ...payoutReplies,
      'show-gas': ok({ chains: gas.slice(0, 1) }),
      'get-payouts': ok({ mode: 'live', ledger: [], refused: [], ownerSweeps: null }),
      'list-sweeps': ok({ sweeps: [], next: null }),
      'list-unmatched-deposits': ok({ deposits: [], nextCursor: null }),
      'list-unmatched-payments': ok({ payments: [], nextCursor: null }),
    },
    shows: ['Nothing was received yet', 'No sweeps yet', 'All money belongs to a payment'],
  },
  'payouts-watch-only': {
    path: '/live/payouts',
    replies: {
      ...payoutReplies,
      'get-payouts': ok({
        ...payouts,
        ledger: payouts.ledger.map((line) => ({
          ...line,
          waiting: [{ reason: 'owner_sweeps', addresses: 2, amount: line.unswept }],
        })),
        ownerSweeps: { account: "m/44'/60'/7'", next: 1200 },
      }),
    },
    shows: ['You sweep it yourself', '--sweep --to YOUR_ADDRESS'],
  },
  'payouts-sweep': {
    ...sweepPage,
    shows: ['0.062618999999811 ETH on Ethereum', 'above what was planned', 'See it on the network'],
  },
  'payouts-abandon': {
    ...sweepPage,
    clicks: ['Abandon'],
    shows: ['Abandon this sweep?', 'for the audit log'],
  },
  'payouts-resolve': {
    ...payoutsPage,
    clicks: ['Resolve 25.00 USDC on Polygon'],
    shows: ['Open the payment', 'for the audit log'],
  },
  'payouts-sweep-now': {
    ...payoutsPage,
    clicks: ['Sweep now', 'Preview'],
    shows: ['What would be sent', '812.50 USDC from 5 addresses'],
  },
  'payouts-gas': {
    ...payoutsPage,
    clicks: ['Show address Polygon'],
    shows: ['Send 12 POL on Polygon to this address'],
  },
} satisfies Readonly<Record<string, Screen>>
