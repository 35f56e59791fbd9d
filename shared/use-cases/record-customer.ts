import { newId, type RandomBytes } from '../domain/ids.ts'
import type { Mode } from '../domain/mode.ts'
import {
  countCustomers,
  customerCreation,
  customerUpdate,
  findCustomerId,
} from '../store/customers.ts'
import type { Table } from '../store/table.ts'
import type { Write } from '../store/transact.ts'

export type RecordCustomerDeps = { table: Table; now: () => Date; randomBytes: RandomBytes }

/**
 * What makes an email's owner a customer, or notes that a customer came again: writes for the transaction of whatever the
 * email was given for. Where one of their conditions fails, another customer was faster: ask again.
 */
export async function recordCustomer(
  { table, now, randomBytes }: RecordCustomerDeps,
  { mode, email }: { mode: Mode; email: string },
): Promise<Write[]> {
  const [id, count] = await Promise.all([
    findCustomerId(table, mode, email),
    countCustomers(table, mode),
  ])
  const at = now()
  if (id !== undefined) return [customerUpdate({ mode, id }, { updatedAt: at })]
  return customerCreation({
    id: newId('customer', at, randomBytes),
    mode,
    sequence: count + 1,
    email,
    metadata: null,
    createdAt: at,
    updatedAt: at,
  })
}
