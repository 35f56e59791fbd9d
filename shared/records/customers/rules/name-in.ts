import type { Customer } from './customer.ts'

/** Whether metadata under this key is a name of the customer. */
export function isNameKey(key: string): boolean {
  return /^(customer|full)?_?name$/i.test(key)
}

/** The customer's name in metadata; empty if there is none. */
export function nameIn(metadata: Customer['metadata']): string {
  const pairs = Object.entries(metadata ?? {})
  const found = pairs.find(([key]) => isNameKey(key))
  return String(found?.[1] ?? '')
}
