import type { CheckoutSession, Event } from './generated/types.ts'
import { orderState } from './order-state.ts'

/**
 * Returns whether to fulfill the order of a session, or of an event's `data`: the full amount is confirmed, and the event
 * is neither a test event (`synthetic`), without a payment, nor about unmatched funds (`deposit`) or a `refund`. It can't recognize
 * duplicates: compare `event.id` with the ids that you have already handled.
 */
export function isFulfillable({
  status,
  synthetic,
  deposit,
  refund,
}: Pick<CheckoutSession, 'status'> &
  Pick<Event['data'], 'synthetic' | 'deposit' | 'refund'>): boolean {
  const isAboutPayment = synthetic !== true && deposit === undefined && refund === undefined
  return isAboutPayment && orderState({ status }) === 'fulfill'
}
