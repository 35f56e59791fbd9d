import type { IdBounds } from '../../kernel/id-range.ts'
import { joinPages } from '../../kernel/join-pages.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Page } from '../../kernel/page.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession, SessionStatus } from '../rules/checkout-session.ts'
import { listCheckoutSessions } from './session-list.ts'

export type PaymentFilter = IdBounds & {
  mode: Mode
  /** Any of them; none means all. */
  statuses?: readonly SessionStatus[] | undefined
  linkId?: string | undefined
  chainId?: number | undefined
  asset?: string | undefined
}

/** Sessions that match every filter, newest first, in one round trip: see `listPage` for pages that are not full. */
export async function listPayments(
  table: Table,
  { statuses = [], ...filter }: PaymentFilter,
  { limit }: { limit: number },
): Promise<Page<CheckoutSession>> {
  const each = statuses.length > 0 ? statuses.map((status) => ({ ...filter, status })) : [filter]
  const pages = await Promise.all(
    each.map((wanted) => listCheckoutSessions(table, wanted, { limit, maxRounds: 1 })),
  )
  return joinPages(pages, limit)
}
