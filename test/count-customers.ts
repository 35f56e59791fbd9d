import type { Mode } from '../shared/kernel/mode.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { pageCustomers } from '../shared/records/customers/store/customer-list.ts'

/** The number of a mode's customers. */
export async function countCustomers(table: Table, mode: Mode): Promise<number> {
  return (await pageCustomers(table, mode, { page: 1, limit: 1 })).total
}
