import type { IdBounds } from '../../../kernel/id-range.ts'
import { joinPages } from '../../../kernel/join-pages.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type {
  CheckoutSession,
  SessionStatus,
} from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { isUndecided } from '../../../payments/checkout-sessions/rules/is-undecided.ts'
import { listCheckoutSessions } from '../../../payments/checkout-sessions/store/session-list.ts'
import { isInPriceRange, type PriceRange } from '../rules/price-range.ts'

export type PaymentFilter = IdBounds &
  PriceRange & {
    mode: Mode
    /** Any of them; none means all. */
    statuses?: readonly SessionStatus[] | undefined
    linkId?: string | undefined
    customerId?: string | undefined
    /** Only those that an operator has to decide about. */
    undecided?: boolean | undefined
    chainId?: number | undefined
    asset?: string | undefined
  }

/** Rows to read at a time if most of them may be filtered out here. */
const comparedRows = 500

/**
 * Sessions that match every filter, newest first, in one round trip: see `listPage` for pages that are not full. No index
 * has prices or decisions, so these are compared here.
 */
export async function listPayments(
  table: Table,
  { statuses = [], minPrice, maxPrice, undecided, ...filter }: PaymentFilter,
  { limit }: { limit: number },
): Promise<Page<CheckoutSession>> {
  const each = statuses.length > 0 ? statuses.map((status) => ({ ...filter, status })) : [filter]
  const isCompared = minPrice !== undefined || maxPrice !== undefined || undecided
  const read = isCompared ? Math.max(limit, comparedRows) : limit
  const pages = await Promise.all(
    each.map((wanted) => listCheckoutSessions(table, wanted, { limit: read, maxRounds: 1 })),
  )
  const { items, nextCursor } = joinPages(pages, read)
  const found = items
    .filter(({ fiat }) => isInPriceRange(fiat.amount, { minPrice, maxPrice }))
    .filter((session) => !undecided || isUndecided(session))
  const kept = found.slice(0, limit)
  const isCut = kept.length < found.length
  return { items: kept, nextCursor: (isCut ? kept.at(-1)?.id : nextCursor) ?? null }
}
