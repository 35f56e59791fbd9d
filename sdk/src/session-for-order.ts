import type { CheckoutSession, CreateCheckoutSessionBody } from './generated/types.ts'
import { orderState } from './order-state.ts'
import type { Quittance } from './quittance.ts'

/** An order of a shop, and what its session is created with. */
export type Order = Omit<CreateCheckoutSessionBody, 'amount' | 'linkId' | 'quoteId'> & {
  /** The order's number or id; the session has it as `metadata.order`. */
  order: string
  amount: NonNullable<CreateCheckoutSessionBody['amount']>
}

/**
 * Returns the session in which an order is paid. Ask for it each time the customer wants to pay: it is the same one until it is
 * closed without a payment, or the price changes before there is one. Then it is a new one. Of calls at the same time, all get
 * the same. Its key needs `sessions:read` and `sessions:write`. Throws `QuittanceError`.
 */
export async function sessionForOrder(
  { checkoutSessions }: Pick<Quittance, 'checkoutSessions'>,
  { order, ...body }: Order,
): Promise<CheckoutSession> {
  const earlier: CheckoutSession[] = []
  for await (const session of checkoutSessions.list({ metadata: { order } })) earlier.push(session)
  const current = earlier.find((session) => orderState(session) !== 'closed')
  if (current && (current.status !== 'pending' || hasPrice(current, body.amount))) return current
  if (current) await checkoutSessions.expire(current.id)
  return checkoutSessions.create(
    // Only the first pairs are searchable, so `order` comes first; and it overrides an `order` in `metadata`.
    { ...body, metadata: { ...{ order }, ...body.metadata, order } },
    { idempotencyKey: `order-${encodeURIComponent(order)}-${earlier.length + 1}` },
  )
}

function hasPrice({ fiat }: CheckoutSession, { value, currency }: Order['amount']): boolean {
  return Number(fiat.amount) === Number(value) && fiat.currency === currency
}
