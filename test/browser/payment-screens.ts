import { ok } from './dashboard-fixture.ts'
import { network, owner, type Screen, signedIn, visit } from './dashboard-visits.ts'
import { overview } from './money-replies.ts'

const minuteMs = 60_000

type Given = { status: string; email?: string | null; amount?: string } & Record<string, unknown>

let count = 0

/** A payment in a list, each a little older than the one before. */
export function aListedPayment({ status, email = null, amount = '48.00', ...more }: Given) {
  count += 1
  const createdAt = new Date(Date.now() - count * count * 7 * minuteMs).toISOString()
  return {
    id: `cs_01JD8Z3K5V7Q2N4M0000000${String(100 - count).padStart(3, '0')}`,
    status,
    fiat: { amount, currency: 'USD' },
    chainId: 8453,
    chainName: 'Base',
    asset: 'USDC',
    amount,
    received: amount,
    refunded: '0',
    confirmations: 2,
    confirmationsRequired: 3,
    provider: null,
    customerEmail: email,
    linkId: 'pl_01',
    linkTitle: 'Annual subscription',
    reference: String(10484 - count),
    settled: null,
    isClosed: true,
    createdAt,
    paidAt: null,
    ...more,
  }
}

export const listedPayments = [
  aListedPayment({ status: 'pending', email: 'mia.lindqvist@example.com', isClosed: false }),
  aListedPayment({ status: 'detected', email: 'ana@example.com', isClosed: false }),
  aListedPayment({ status: 'paid', email: 'tomas.hajek@example.com', amount: '36.00' }),
  aListedPayment({
    status: 'underpaid',
    email: 'ben.okafor@example.com',
    amount: '120.00',
    received: '118.50',
    chainName: 'Arbitrum One',
  }),
  aListedPayment({
    status: 'paid',
    email: 'studio@papertrail.example',
    asset: 'ETH',
    chainName: 'Ethereum',
    amount: '0.07844',
    received: '0.07844',
    fiat: { amount: '240.00', currency: 'USD' },
  }),
  aListedPayment({ status: 'expired', linkTitle: null, reference: null }),
  aListedPayment({ status: 'paid_late', email: 'r.castellanos@example.com' }),
  aListedPayment({
    status: 'overpaid',
    email: 'jules.moreau@example.com',
    received: '70.00',
    fiat: { amount: '58.00', currency: 'EUR' },
  }),
  aListedPayment({ status: 'paid', email: 'ellie.brandt@example.com', provider: 'moonpay' }),
  aListedPayment({
    status: 'failed',
    email: `${'very-long-name-of-a-customer.'.repeat(3)}@example.com`,
  }),
]

const networks = [
  network('live', [8453, 'Base'], ['ETH', 'USDC']),
  network('live', [42161, 'Arbitrum One'], ['ETH', 'USDT']),
]

const list = (payments: readonly unknown[]) => ({
  ...visit(signedIn),
  'list-networks': ok({ networks }),
  'list-payments': ok({ payments, nextCursor: null }),
})

const anExport = (changes: object) => ({
  id: 'exp_1',
  of: 'payments',
  filter: {},
  state: 'done',
  rows: 12_480,
  percent: 100,
  bytes: 4_900_000,
  fileName: 'payments-live-2026-11-20.csv',
  startedBy: owner.email,
  startedAt: '2026-11-20T09:10:00.000Z',
  endedAt: null,
  expiresAt: '2026-11-21T09:10:00.000Z',
  ...changes,
})

const exports = [
  anExport({
    id: 'exp_3',
    state: 'running',
    rows: 3_120,
    percent: 25,
    filter: {
      statuses: ['paid', 'paid_late'],
      chainId: 42161,
      asset: 'USDC',
      minPrice: '10',
      createdAfter: '2026-11-01T12:00:00.000Z',
      createdBefore: '2026-11-20T12:00:00.000Z',
    },
  }),
  anExport({ id: 'exp_2', state: 'failed', rows: 0, startedBy: null }),
  anExport({ id: 'exp_1' }),
]

export const paymentScreens: Readonly<Record<string, Screen>> = {
  payments: {
    path: '/live/payments',
    // The navigation says what waits.
    replies: { ...list(listedPayments), 'show-overview': ok(overview) },
    shows: ['ben.okafor@example.com', '2 of 3', '118', '10 payments shown. $', 'paid of', 'Export'],
  },
  'payments-exports': {
    path: '/live/payments',
    replies: { ...list(listedPayments), 'list-exports': ok({ exports }) },
    shows: [
      'Arbitrum One · USDC · ≥ 10 · Nov 1, 2026 – Nov 20, 2026',
      ...['25% collected', '12,480 rows', 'Failed. Start it again.'],
    ],
  },
  'payments-filtered': {
    path: '/live/payments?text=ben.oka&status=underpaid,failed&network=42161&price=10..250.50&customer=cus_01&created=2026-11-01..2026-11-20',
    replies: {
      ...list(listedPayments.filter(({ status }) => status === 'underpaid')),
      'total-payments': ok({
        count: 1,
        sums: [{ currency: 'USD', asked: '120.00', paid: '0.00' }],
        isPartial: false,
      }),
    },
    shows: [
      'Customer ben.okafor@example.com',
      '1 payment. $0.00 paid of $120.00.',
      'Save view',
      'Clear',
    ],
  },
  'payments-empty': {
    path: '/test/payments',
    replies: list([]),
    shows: ['No payments yet'],
  },
  'payments-no-match': {
    path: '/live/payments?status=failed',
    replies: list([]),
    shows: ['No payment matches', 'Show all payments'],
  },
}
