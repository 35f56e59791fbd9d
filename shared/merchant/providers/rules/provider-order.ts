import type { Mode } from '../../../kernel/mode.ts'
import type { ProviderName } from '../../../records/integrations/rules/provider-name.ts'
import type { OrderTerms } from './weigh-report.ts'

export const orderStatuses = ['open', 'paid', 'unmatched', 'failed', 'refunded'] as const
type OrderStatus = (typeof orderStatuses)[number]

/** `frame` has its permissions, as in `allow`, and the origins it shows; null if the customer is redirected. */
export type OrderPage = {
  url: string
  frame: { allow: string; origins: readonly string[] } | null
}

/** A customer's attempt to pay a session through a provider. It belongs to that session forever. */
export type ProviderOrder = OrderTerms & {
  id: string
  mode: Mode
  sessionId: string
  shard?: number | undefined
  provider: ProviderName
  /** The number of the provider's account that it was created with. */
  account: number
  /** Incremented by each write; every write is conditional on it. */
  version: number
  /** The provider's id of the order, if it had one at the start. */
  vendorId: string | null
  /** Where the customer pays; null if the order is older than this field. */
  page: OrderPage | null
  /** The provider's id of the latest payment for it. */
  paymentId: string | null
  /** Needed, in addition to the id, to query that payment. */
  queryToken: string | null
  status: OrderStatus
  /** The status in the provider's own words. */
  vendorStatus: string | null
  /** When the provider is queried next; null after the last query. */
  queryAt: Date | null
  /** The start, or the latest callback that could not be confirmed: the provider is queried for a day from then. */
  queriedFrom: Date
}

const firstMs = 600_000
const lastMs = 86_400_000

/** When to query an order that has been queried since `from`: after 10 minutes, then with growing pauses for a day. */
export function nextQueryAt(from: Date, now: Date): Date | null {
  const ageMs = now.getTime() - from.getTime()
  if (ageMs >= lastMs) return null
  const pauseMs = Math.max(firstMs, ageMs)
  return new Date(Math.min(now.getTime() + pauseMs, from.getTime() + lastMs))
}

const waitMs = 3_600_000
const longestWaitMs = 30 * lastMs

/** When to check again for an account that an open order waits for: hourly, for 30 days. */
export function nextAccountCheckAt(from: Date, now: Date): Date | null {
  const next = now.getTime() + waitMs
  return next - from.getTime() > longestWaitMs ? null : new Date(next)
}
