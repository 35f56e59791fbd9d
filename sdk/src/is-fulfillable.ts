import type { CheckoutSession } from './generated/types.ts'

const fulfillable: ReadonlySet<string> = new Set(['paid', 'paid_late', 'overpaid'])

/** Whether the order may be shipped: the whole amount is confirmed. */
export function isFulfillable({ status }: Pick<CheckoutSession, 'status'>): boolean {
  return fulfillable.has(status)
}
