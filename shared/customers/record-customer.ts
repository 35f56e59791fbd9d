import { newId, type RandomBytes } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import type { Write } from '../kernel/store/transact.ts'
import { customerCreation, findCustomerId, touchCustomer } from './store/customers.ts'

export type RecordCustomerDeps = { table: Table; now: () => Date; randomBytes: RandomBytes }

/** The customer of an email, and the writes that create them, if they are new. */
export type Visitor = { mode: Mode; id: string; isKnown: boolean; creation: Write[] }

/**
 * Finds the customer of an email. The creation joins the transaction for which the email was given. If one of its
 * conditions fails, another request has just created the customer; customers are never deleted, so the next attempt
 * needs no creation.
 */
export async function findVisitor(
  { table, now, randomBytes }: RecordCustomerDeps,
  { mode, email }: { mode: Mode; email: string },
): Promise<Visitor> {
  const known = await findCustomerId(table, mode, email)
  if (known !== undefined) return { mode, id: known, isKnown: true, creation: [] }
  const at = now()
  const id = newId('customer', at, randomBytes)
  const customer = { id, mode, email, metadata: null, createdAt: at, updatedAt: at }
  return { mode, id, isKnown: false, creation: customerCreation(customer) }
}

/** Records that a customer returned, once the transaction is committed. */
export async function noteReturn(
  { table, now }: Pick<RecordCustomerDeps, 'table' | 'now'>,
  visitor: Visitor,
): Promise<void> {
  if (visitor.isKnown) await touchCustomer(table, visitor, now())
}
