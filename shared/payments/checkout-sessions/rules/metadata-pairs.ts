import type { CheckoutSession } from './checkout-session.ts'

/** A transaction has at most 100 writes. */
const mostPairs = 20

/** The pairs of metadata by which a session is found, the first ones; numbers as text. */
export function metadataPairs(
  metadata: CheckoutSession['metadata'],
): readonly (readonly [key: string, value: string])[] {
  const pairs = Object.entries(metadata ?? {}).slice(0, mostPairs)
  return pairs.map(([key, value]) => [key, String(value)])
}
