import type { Mode } from '../shared/domain/mode.ts'
import { pageCustomers } from '../shared/store/customer-list.ts'
import type { Table } from '../shared/store/table.ts'

/** How many customers a mode has. */
export async function countCustomers(table: Table, mode: Mode): Promise<number> {
  return (await pageCustomers(table, mode, { page: 1, limit: 1 })).total
}
