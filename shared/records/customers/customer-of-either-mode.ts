import { resourceNotFound } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Customer } from './rules/customer.ts'
import { findCustomer } from './store/customers.ts'

/** The customer that an operator names: ids are unique across modes. Throws `resource_not_found`. */
export async function customerOfEitherMode(table: Table, id: string): Promise<Customer> {
  const found = await findCustomer(table, id)
  if (!found) throw resourceNotFound('customer', id)
  return found
}
