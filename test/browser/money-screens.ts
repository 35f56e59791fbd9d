import { release } from '../../infra/build/release.ts'
import { paymentLinkExample } from '../../shared/records/payment-links/wire/payment-link-example.ts'
import { ok } from './dashboard-fixture.ts'
import { network, type Screen, signedIn, visit } from './dashboard-visits.ts'
import {
  calmOverview,
  deposits,
  emptyOverview,
  overview,
  paidOverview,
  payouts,
  payoutWallet,
  payoutWallets,
  providerPayments,
  sweepShown,
  sweeps,
} from './money-replies.ts'
import { listedPayments } from './payment-screens.ts'

export const finding = (state: string, reason: string, details: Record<string, string>) => {
  const { of = '', ...rest } = details
  return { state, reason, of, details: rest }
}

const findings = [
  finding('bad', 'dead_letters', { count: '4' }),
  finding('warn', 'deliveries_given_up', {
    of: 'shop.northfield.example',
    endpoint: 'we_1',
    count: '3',
  }),
  finding('bad', 'single_operator', { of: 'Ethereum', operator: 'alchemy.example' }),
  finding('bad', 'endpoint_disabled', { of: 'shop.northfield.example', why: 'only_failures' }),
  finding('warn', 'node_problem', {
    of: 'Polygon',
    host: 'publicnode.example',
    subject: 'newest block',
    expected: 'at most 120 s old',
    found: 'of 2026-11-20T09:56:50.000Z',
  }),
  finding('ok', 'notifiers_work', {}),
  finding('ok', 'payout_wallets_set', {}),
]

const gasOn = (chain: string, symbol: string, missing: string) => ({
  mode: 'live',
  chainId: chain.length,
  chain,
  symbol,
  balance: '0.820000000000000001',
  nextMonth: '0.005378344048405096',
  gasWallet: '0xf1bf5A0c8E2d4b6a7C9D3e1F0a2B4c6D8e0F68Bc',
  walletId: 'w',
  missing,
})

export const gas = [gasOn('Ethereum', 'ETH', '0'), gasOn('Polygon', 'POL', '12')]

const setup = {
  baseUrl: 'https://pay.northfield.example',
  isSetUp: true,
  ownerSweeps: false,
  testPayment: null,
  modes: [
    {
      mode: 'live',
      firstAddress: payoutWallet,
      networks: [1, 8453],
      payoutWallets: [1, 8453],
      leftOut: [],
      hasApiKey: false,
    },
    {
      mode: 'test',
      firstAddress: payoutWallet,
      networks: [11155111],
      payoutWallets: [],
      leftOut: [],
      hasApiKey: true,
    },
  ],
}

/** The time of the reply, because the page compares it with its clock. */
const whenSent = { toJSON: () => new Date().toISOString() }

export const health = {
  mode: 'live',
  checkedAt: whenSent,
  checks: findings,
  release: release(),
  prices: [],
  cost: null,
}

const agreed = {
  state: 'ok',
  reason: 'books_agree',
  of: '',
  details: { since: new Date(Date.now() - 7_200_000).toISOString(), audited: '512' },
}

const complete = {
  ...setup,
  modes: setup.modes.map((each) => ({
    ...each,
    payoutWallets: each.networks,
    leftOut: [],
    hasApiKey: true,
  })),
}

const homeReplies = {
  ...visit(signedIn),
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
  ...visit(signedIn),
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

export const moneyScreens: Readonly<Record<string, Screen>> = {
  home: {
    path: '/live/home',
    replies: { ...homeReplies, 'show-overview': ok(overview) },
    shows: [
      'completed in the last 30 days',
      'ana@example.com · 10479 · Annual subscription · $120.00',
      'Latest payments',
      'Underpaid by 1.50 USDC',
      '1,232.53',
      '1 sweep is on its way',
      'Webhooks that failed for good',
      'Dead letters',
      'First steps',
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
      'Nothing needs you now',
      'All money is in your payout wallets',
      'Books agree with the chain: ',
    ],
  },
  'home-paid': {
    path: '/live/home',
    replies: { ...homeReplies, 'show-overview': ok(paidOverview) },
    shows: ['Money has just arrived at 1 address'],
  },
  'home-start': {
    path: '/live/home',
    replies: emptyReplies,
    shows: ['Take your first payment', 'Every network has one', 'Create'],
  },
  'home-quiet': {
    path: '/live/home',
    replies: {
      ...emptyReplies,
      'show-setup': ok(complete),
    },
    shows: ['Dead letters', 'Create link'],
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
    path: '/live/payouts',
    replies: payoutReplies,
    shows: [
      '24,812',
      '+168.50 just arrived',
      'The gas wallet on Polygon is low',
      '25.00 USDC on Polygon',
      'MoonPay',
      'Older',
      'Not set: money stays at its deposit addresses',
      'A new address takes effect',
    ],
  },
  'payouts-wallet': {
    path: '/live/payouts',
    replies: payoutReplies,
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
    path: '/live/payouts/sw_01JD8Z3K5V7Q2N4M00000001',
    replies: payoutReplies,
    shows: [
      '0.062618999999811 ETH on Ethereum',
      'The fee was raised once',
      'See it on the network',
    ],
  },
  'payouts-abandon': {
    path: '/live/payouts/sw_01JD8Z3K5V7Q2N4M00000001',
    replies: payoutReplies,
    clicks: ['Abandon'],
    shows: ['Abandon this sweep?', 'for the audit log'],
  },
  'payouts-resolve': {
    path: '/live/payouts',
    replies: payoutReplies,
    clicks: ['Resolve 25.00 USDC on Polygon'],
    shows: ['Open the payment', 'for the audit log'],
  },
  'payouts-sweep-now': {
    path: '/live/payouts',
    replies: payoutReplies,
    clicks: ['Sweep now', 'Preview'],
    shows: ['What would be sent', '812.50 USDC from 5 addresses'],
  },
  'payouts-gas': {
    path: '/live/payouts',
    replies: payoutReplies,
    clicks: ['Show address Polygon'],
    shows: ['Send 12 POL on Polygon to this address'],
  },
}
