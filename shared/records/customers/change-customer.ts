import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import type { AuditedDecision } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { metadata } from '../../kernel/wire/metadata.ts'
import { customerOfEitherMode } from './customer-of-either-mode.ts'
import { nameWords } from './record-customer.ts'
import { nameIn } from './rules/name-in.ts'
import { customerUpdate } from './store/customers.ts'
import {
  type OperatedCustomerBody,
  operatedCustomer,
  presentOperatedCustomer,
} from './wire/operated-customer.ts'

export const changeCustomer = operatorOperation({
  name: 'change-customer',
  role: 'operator',
  // Key-value data has no form on a command line.
  command: null,
  group: 'customers',
  input: z.strictObject({
    id: z.string(),
    metadata: metadata.nullable(),
    /** The metadata that the operator saw, so that nobody's change is lost. */
    was: metadata.nullable(),
  }),
  output: operatedCustomer,
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { summary: 'Replace the metadata of a customer' },
})

/** Throws `resource_not_found`, and `state_changed` if the metadata is no longer what the operator saw. */
export async function runChangeCustomer(
  { table, now }: { table: Table; now: () => Date },
  { input: { id, metadata, was } }: OperatorInputOf<typeof changeCustomer>,
): Promise<AuditedDecision<OperatedCustomerBody>> {
  const before = await customerOfEitherMode(table, id)
  if (!isDeepStrictEqual(before.metadata, was)) throw changedMeanwhile()
  const after = { ...before, metadata, updatedAt: now() }
  const states = { before: { metadata: was }, after: { metadata } }
  return {
    changes: [{ mode: before.mode, action: 'customer.change', target: id, ...states }],
    writes: [
      customerUpdate(before, after, { onlyIf: { metadata: before.metadata } }),
      ...nameWords(before, nameIn(metadata)),
    ],
    result: presentOperatedCustomer(after),
  }
}

function changedMeanwhile(): ServiceError {
  return new ServiceError(
    'state_changed',
    'This customer was changed by someone else meanwhile. Load the customer again before you change it.',
  )
}
