import { joinPages } from '../../kernel/join-pages.ts'
import type { Page } from '../../kernel/page.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { isUndecided } from '../../payments/checkout-sessions/rules/is-undecided.ts'
import { listCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import { findCheckoutSessions } from '../../payments/checkout-sessions/store/sessions.ts'
import { findReferences } from '../search/find-references.ts'
import { readQuery } from '../search/rules/read-query.ts'
import { isInPriceRange } from './rules/price-range.ts'
import type { PaymentFilter } from './store/payment-list.ts'

/** The maximum number of matches that are used. To find older ones, more text is needed. */
const mostFound = 500

/** Payments are listed for at most this many customers, and this many links. */
const mostOwners = 20

/**
 * The payments that a text finds: their own id, order, address or transaction, and those of customers and links that it
 * finds. Newest first, in three round trips. A page may be short, even empty, and still not be the last.
 */
export async function paymentsWithText(
  table: Table,
  { text, mode, before, customerId, ...filter }: PaymentFilter & { text: string },
  { limit }: { limit: number },
): Promise<Page<CheckoutSession>> {
  const found = await findReferences({ table, mode, limit: mostFound }, readQuery(text))
  const idsOf = (kind: string) => found.flatMap((each) => (each.kind === kind ? [each.id] : []))
  const bounds = { mode, before }
  if (customerId !== undefined) return ofCustomer(customerId)
  const pages = await Promise.all([
    ofIds(idsOf('checkoutSession')),
    ...idsOf('customer')
      .slice(0, mostOwners)
      .map((customerId) => listCheckoutSessions(table, { ...bounds, customerId }, { limit })),
    ...idsOf('paymentLink')
      .slice(0, mostOwners)
      .map((linkId) => listCheckoutSessions(table, { ...bounds, linkId }, { limit })),
  ])
  // More than one of them may have the same payment.
  const seen = new Set<string>()
  const distinct = pages.map(({ items, nextCursor }) => ({
    items: items.filter(({ id }) => !seen.has(id) && seen.add(id)),
    nextCursor,
  }))
  const { items, nextCursor } = joinPages(distinct, limit)
  return { items: items.filter((session) => passes(session, filter)), nextCursor }

  /** The customer's payments that the text finds: all of them if it finds the customer. */
  async function ofCustomer(customerId: string): Promise<Page<CheckoutSession>> {
    const [sessions, links] = [new Set(idsOf('checkoutSession')), new Set(idsOf('paymentLink'))]
    const isFound = idsOf('customer').includes(customerId)
    const page = await listCheckoutSessions(table, { ...bounds, customerId }, { limit })
    const items = page.items
      .filter(({ id, linkId }) => isFound || sessions.has(id) || links.has(linkId ?? ''))
      .filter((session) => passes(session, filter))
    return { items, nextCursor: page.nextCursor }
  }

  async function ofIds(ids: readonly string[]): Promise<Page<CheckoutSession>> {
    const wanted = ids.filter((id) => before === undefined || id < before)
    const page = wanted.toSorted().toReversed().slice(0, limit)
    const sessions = await findCheckoutSessions(table, mode, page)
    const isCut = page.length < wanted.length
    return { items: [...sessions.values()], nextCursor: (isCut ? page.at(-1) : null) ?? null }
  }
}

type Passing = Omit<PaymentFilter, 'mode' | 'before' | 'customerId'>

function passes(session: CheckoutSession, filter: Passing): boolean {
  const { statuses = [], linkId, chainId, asset, createdAfter, createdBefore } = filter
  const { lock, createdAt } = session
  const wanted = [
    statuses.length === 0 || statuses.includes(session.status),
    linkId === undefined || linkId === session.linkId,
    !filter.undecided || isUndecided(session),
    chainId === undefined || chainId === lock.chainId,
    asset === undefined || asset === lock.asset,
    createdAfter === undefined || createdAt >= createdAfter,
    createdBefore === undefined || createdAt <= createdBefore,
    isInPriceRange(session.fiat.amount, filter),
  ]
  return wanted.every(Boolean)
}
