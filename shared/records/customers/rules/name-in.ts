import type { Customer } from './customer.ts'

/** What metadata calls the customer; empty if it says nothing of that kind. */
export function nameIn(metadata: Customer['metadata']): string {
  const pairs = Object.entries(metadata ?? {})
  const found = pairs.find(([key]) => /^(customer|full)?_?name$/i.test(key))
  return String(found?.[1] ?? '')
}
