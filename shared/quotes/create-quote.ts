import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import { newId, type RandomBytes } from '../kernel/ids.ts'
import { invariant } from '../kernel/invariant.ts'
import { transactParts } from '../kernel/store/transact-parts.ts'
import { type LockPriceDeps, lockPrice } from './lock-price.ts'
import type { Quote } from './rules/quote.ts'
import { quoteCreation } from './store/quotes.ts'
import { type TakeOrder, type TakeOrderDeps, takeOrder } from './take-order.ts'

export type CreateQuoteDeps = TakeOrderDeps &
  LockPriceDeps & { now: () => Date; randomBytes: RandomBytes }

/**
 * Holds a price for one session: nothing is derived, nothing started. Throws `resource_not_found`, `link_inactive`,
 * `unsupported_*` and `price_unavailable`.
 */
export async function createQuote(
  deps: CreateQuoteDeps,
  input: TakeOrder,
  { extraWrites }: { extraWrites?: ExtraWrites<Quote> } = {},
): Promise<{ quote: Quote } | Raced> {
  const quote = await newQuote(deps, input)
  const outcome = await transactParts(deps.table, [
    { part: 'quote', writes: [quoteCreation(quote)] },
    { part: 'reply', writes: (await extraWrites?.(quote)) ?? [] },
  ])
  if (outcome.committed) return { quote }
  invariant(!outcome.failed.has('quote'), `quote ${quote.id} is new`)
  return { idempotencyRaced: true }
}

async function newQuote(deps: CreateQuoteDeps, input: TakeOrder): Promise<Quote> {
  const { mode } = input
  const order = await takeOrder(deps, input)
  const { lock, ethPriceUsd } = await lockPrice(deps, order)
  const { quoteTtlSeconds } = await deps.settings(mode)
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + quoteTtlSeconds * 1000)
  return {
    id: newId('quote', createdAt, deps.randomBytes),
    mode,
    linkId: order.link?.id ?? null,
    fiat: order.fiat,
    ethPriceUsd,
    lock: { ...lock, expiresAt },
    checkoutSessionId: null,
    createdAt,
  }
}
