import type { ListedExport } from '../../shared/admin/exports/wire/listed-export.ts'
import {
  type ListedPayment,
  presentListedPayment,
} from '../../shared/admin/payments/wire/listed-payment.ts'
import { aSession } from '../factories.ts'
import { ok, owner } from './dashboard-fixture.ts'
import { network, type Screen } from './dashboard-visits.ts'
import { overview } from './money-replies.ts'

const minuteMs = 60_000

const usual: ListedPayment = {
  ...presentListedPayment(aSession(), { titles: new Map(), chainName: () => 'Base' }),
  chainId: 8453,
  asset: 'USDC',
  confirmations: 2,
  isClosed: true,
  linkId: 'pl_01',
  linkTitle: 'Annual subscription',
}

let count = 0

/** A payment in a list over 48 USD unless its price is given, each a little older than the one before. */
export function aListedPayment({ fiat, ...changes }: Partial<ListedPayment>): ListedPayment {
  count += 1
  const { amount, currency } = fiat ?? { amount: '48.00', currency: 'USD' }
  return {
    ...usual,
    fiat: { amount, currency },
    amount,
    received: amount,
    id: `cs_01JD8Z3K5V7Q2N4M0000000${String(100 - count).padStart(3, '0')}`,
    reference: String(10484 - count),
    createdAt: new Date(Date.now() - count * count * 7 * minuteMs).toISOString(),
    ...changes,
  }
}

const usd = (amount: string) => ({ amount, currency: 'USD' })

export const listedPayments = [
  aListedPayment({ customerEmail: 'mia.lindqvist@example.com', isClosed: false }),
  aListedPayment({ status: 'detected', customerEmail: 'ana@example.com', isClosed: false }),
  aListedPayment({ status: 'paid', customerEmail: 'tomas.hajek@example.com', fiat: usd('36.00') }),
  aListedPayment({
    status: 'underpaid',
    customerEmail: 'ben.okafor@example.com',
    fiat: usd('120.00'),
    received: '118.50',
    chainName: 'Arbitrum One',
  }),
  aListedPayment({
    status: 'paid',
    customerEmail: 'studio@papertrail.example',
    fiat: usd('240.00'),
    asset: 'ETH',
    chainName: 'Ethereum',
    amount: '0.07844',
    received: '0.07844',
  }),
  aListedPayment({ status: 'expired', linkTitle: null, reference: null }),
  aListedPayment({ status: 'paid_late', customerEmail: 'r.castellanos@example.com' }),
  aListedPayment({
    status: 'overpaid',
    customerEmail: 'jules.moreau@example.com',
    received: '70.00',
    fiat: { amount: '58.00', currency: 'EUR' },
  }),
  aListedPayment({
    status: 'paid',
    customerEmail: 'ellie.brandt@example.com',
    provider: 'moonpay',
  }),
  aListedPayment({
    status: 'failed',
    customerEmail: `${'very-long-name-of-a-customer.'.repeat(3)}@example.com`,
  }),
]

const networks = [
  network('live', [8453, 'Base'], ['ETH', 'USDC']),
  network('live', [42161, 'Arbitrum One'], ['ETH', 'USDT']),
]

const list = (payments: readonly ListedPayment[]) => ({
  'list-networks': ok({ networks }),
  'list-payments': ok({ payments, nextCursor: null }),
})

/** An export that is complete, unless it is changed. */
export const anExport = (changes: Partial<ListedExport>): ListedExport => ({
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

const sums = [{ currency: 'USD', asked: '120.00', paid: '0.00' }]

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
  anExport({}),
]

export const paymentScreens = {
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
      'total-payments': ok({ count: 1, sums, isPartial: false }),
    },
    shows: [
      ...['Customer ben.okafor@example.com', '1 payment. $0.00 paid of $120.00.'],
      ...['Save view', 'Clear'],
    ],
  },
  'payments-no-match': {
    path: '/live/payments?status=failed',
    replies: list([]),
    shows: ['No payment matches', 'Show all payments'],
  },
} satisfies Readonly<Record<string, Screen>>
