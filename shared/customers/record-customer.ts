import { newId, type RandomBytes } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import type { Write } from '../kernel/store/transact.ts'
import { customerCreation, findCustomerId, touchCustomer } from './store/customers.ts'

export type RecordCustomerDeps = { table: Table; now: () => Date; randomBytes: RandomBytes }

/** Whom an email belongs to, and what makes them a customer: nothing if they are one. */
export type Visitor = { mode: Mode; id: string; isKnown: boolean; creation: Write[] }

/**
 * Tells whose an email is. The creation joins the transaction of whatever the email was given for. If one of its
 * conditions fails, another request has made the email's customer a moment ago; customers are never deleted, so the
 * transaction goes through without it.
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

/** Notes that a customer came again, once what they came for is committed. */
export async function noteReturn(
  { table, now }: Pick<RecordCustomerDeps, 'table' | 'now'>,
  visitor: Visitor,
): Promise<void> {
  if (visitor.isKnown) await touchCustomer(table, visitor, now())
}
