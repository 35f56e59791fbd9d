import type { CheckoutSession } from './checkout-session.ts'

/** Keys under which shops keep the number of an order, in any letter case, with or without `_id` or the like behind. */
const words = ['order', 'invoice', 'booking', 'reference', 'cart']
const ends = ['', 'id', 'number', 'no', 'ref']

/** The value of a metadata key that names the order, the invoice or the like; null if there is none. */
export function referenceIn(metadata: CheckoutSession['metadata']): string | null {
  const pairs = Object.entries(metadata ?? {}).map(([key, value]): [string, string] => [
    key.toLowerCase().replace(/[^a-z]/g, ''),
    String(value),
  ])
  const names = words.flatMap((word) => ends.map((end) => word + end))
  const found = names.flatMap((name) => pairs.find(([key]) => key === name) ?? [])
  return found[1] ?? null
}
