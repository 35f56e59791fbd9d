import { fiatUnits } from './fiat-units.ts'
import type { Delivery, OrderReport } from './order-report.ts'

/** The amount to pay, and where the coins have to go, as agreed when the order was started. */
export type OrderTerms = {
  /** The minimum, in `currency`: US dollars, or a coin that the provider settles in and that counts as one. */
  amount: string
  currency: string
  /** Null for parts that the provider decides itself. */
  delivery: Delivery
  startedAt: Date
}

/** Why a completed payment does not pay its order by itself. */
export const shortfalls = [
  'partial',
  'amount_unknown',
  'amount_short',
  'wrong_currency',
  'wrong_wallet',
  'wrong_asset',
  'wrong_network',
  'before_order',
  'facts_missing',
] as const
type Shortfall = (typeof shortfalls)[number]

export type Weight =
  | { kind: 'open' | 'paid' | 'failed' | 'refunded' | 'partly_refunded' | 'undelivered' }
  | { kind: 'unmatched'; reason: Shortfall }

/** Providers' clocks may be behind this service's. */
const clockSkewMs = 300_000

/** Whether a report pays for its order. Only money decides: the provider's claim is never enough. */
export function weighReport(report: OrderReport, terms: OrderTerms): Weight {
  if (report.state === 'short') return { kind: 'unmatched', reason: 'partial' }
  if (report.state !== 'paid') return { kind: report.state }
  const reason = shortfallOf(report, terms)
  return reason ? { kind: 'unmatched', reason } : { kind: 'paid' }
}

function shortfallOf(
  { paid, delivered, beganAt }: OrderReport,
  { amount, currency, delivery, startedAt }: OrderTerms,
): Shortfall | undefined {
  if (!paid) return 'amount_unknown'
  if (!isSame(paid.currency, currency)) return 'wrong_currency'
  const [given, wanted] = [fiatUnits(paid.amount), fiatUnits(amount)]
  if (given === undefined || wanted === undefined) return 'amount_unknown'
  if (given < wanted) return 'amount_short'
  if (differs(delivered.wallet, delivery.wallet)) return 'wrong_wallet'
  if (differs(delivered.asset, delivery.asset)) return 'wrong_asset'
  if (differs(delivered.network, delivery.network)) return 'wrong_network'
  const isOlder = beganAt && beganAt.getTime() < startedAt.getTime() - clockSkewMs
  if (isOlder) return 'before_order'
  return isDeliveryProved({ delivered, beganAt }, delivery) ? undefined : 'facts_missing'
}

/** A delivery to our wallet is proved by wallet, coin and time; the network counts if it is reported. */
function isDeliveryProved(
  { delivered, beganAt }: Pick<OrderReport, 'delivered' | 'beganAt'>,
  wanted: Delivery,
): boolean {
  if (wanted.wallet === null) return true
  return delivered.wallet !== null && delivered.asset !== null && beganAt !== null
}

/** Whether the provider has to be queried before a payment is weighed, because its report leaves out decisive facts. */
export function lacksFacts(weight: Weight): boolean {
  return (
    weight.kind === 'unmatched' &&
    (weight.reason === 'facts_missing' || weight.reason === 'amount_unknown')
  )
}

function differs(reported: string | null, wanted: string | null): boolean {
  return reported !== null && wanted !== null && !isSame(reported, wanted)
}

/** Providers spell the same code in upper or lower case, and addresses with or without a checksum. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
