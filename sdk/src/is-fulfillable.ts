import type { CheckoutSession, Event } from './generated/types.ts'

const fulfillable: ReadonlySet<string> = new Set(['paid', 'paid_late', 'overpaid'])

/**
 * Whether to ship the order of a session, or of an event's `data`: the full amount is confirmed, and the event isn't a
 * test event (`synthetic`), which nobody paid for, nor about money that didn't count (`deposit`). It can't tell a repeated event: compare `event.id` with those that
 * you have handled.
 */
export function isFulfillable({
  status,
  synthetic,
  deposit,
}: Pick<CheckoutSession, 'status'> & Pick<Event['data'], 'synthetic' | 'deposit'>): boolean {
  return synthetic !== true && deposit === undefined && fulfillable.has(status)
}
