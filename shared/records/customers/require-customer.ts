import { resourceNotFound } from '../../kernel/errors.ts'
import { findInModes } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Named } from '../settings/shared-operation.ts'
import type { Customer } from './rules/customer.ts'
import { loadCustomer } from './store/customers.ts'

/** The requested customer (consistent). Throws `resource_not_found`. */
export async function requireCustomer(table: Table, { modes, id }: Named): Promise<Customer> {
  const found = await findInModes(modes, (mode) => loadCustomer(table, mode, id))
  if (!found) throw resourceNotFound('customer', id)
  return found
}
