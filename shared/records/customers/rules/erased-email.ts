import type { Customer } from './customer.ts'

/** What stands in place of the email of a customer who was erased. Nobody can have it. */
export function erasedEmail(id: Customer['id']): string {
  return `erased+${id}@example.invalid`
}
