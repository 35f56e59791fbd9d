import { resourceNotFound } from '../kernel/errors.ts'
import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { transactParts } from '../kernel/store/transact-parts.ts'
import type { Customer } from './rules/customer.ts'
import { customerUpdate, loadCustomer } from './store/customers.ts'

export type UpdateCustomer = { mode: Mode; id: string; metadata: Customer['metadata'] }

/** Replaces a customer's metadata; of two at once the later one stays. Throws `resource_not_found`. */
export async function updateCustomer(
  { table, now }: { table: Table; now: () => Date },
  { mode, id, metadata }: UpdateCustomer,
  { extraWrites }: { extraWrites?: ExtraWrites<Customer> } = {},
): Promise<{ customer: Customer } | Raced> {
  const before = await loadCustomer(table, mode, id)
  if (!before) throw resourceNotFound('customer', id)
  const changes = { metadata, updatedAt: now() }
  const customer = { ...before, ...changes }
  const outcome = await transactParts(table, [
    { part: 'customer', writes: [customerUpdate(before, changes)] },
    { part: 'reply', writes: (await extraWrites?.(customer)) ?? [] },
  ])
  if (outcome.committed) return { customer }
  if (outcome.failed.has('reply')) return { idempotencyRaced: true }
  throw resourceNotFound('customer', id)
}
