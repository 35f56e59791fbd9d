import type { Customer } from './rules/customer.ts'
import { refuseCustomer } from './rules/customer-refusals.ts'

/** Throws `state_changed` if the customer was erased. */
export function refuseErased({ id, erasedAt }: Customer): void {
  if (erasedAt === undefined) return
  throw refuseCustomer('customer_erased', { id })
}
