import type { CheckoutSession } from './checkout-session.ts'

type Metadata = CheckoutSession['metadata']

/** The most characters of a value that is found; customers' notes may have more. */
export const maxSearchableLength = 500

/** The different values of these keys, as they are compared. */
export function searchableValues(metadata: Metadata, names: readonly string[]): string[] {
  const values = Object.entries(metadata ?? {})
    .filter(([name]) => names.includes(name))
    .map(([, value]) => comparable(String(value)))
  return [...new Set(values)].filter((value) => value !== '' && value.length <= maxSearchableLength)
}

/** Letter case, spaces around it and ways to write the same characters make no difference. */
export function comparable(value: string): string {
  return value.normalize('NFC').trim().toLowerCase()
}
