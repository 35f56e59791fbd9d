import type { Customer } from './customer.ts'

/** Replaces the email of an erased customer. Nobody can have this address. */
export function erasedEmail(id: Customer['id']): string {
  return `erased+${id}@example.invalid`
}
