import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import type { CustomerPage } from './rules/customer-page.ts'
import { pageCustomers } from './store/customer-list.ts'
import { findCustomerId, loadCustomer } from './store/customers.ts'

export type FindCustomers = {
  mode: Mode
  /** From 1. */
  page: number
  limit: number
  /** In any letter case. */
  email?: string | undefined
}

/** A page of all customers of a mode, or of the one who has the email. */
export async function findCustomers(
  { table }: { table: Table },
  { mode, email, ...place }: FindCustomers,
): Promise<CustomerPage> {
  if (email === undefined) return pageCustomers(table, mode, place)
  const id = await findCustomerId(table, mode, email)
  const customer = id && (await loadCustomer(table, mode, id))
  if (!customer) return { customers: [], total: 0 }
  return { customers: place.page === 1 ? [customer] : [], total: 1 }
}
