import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { metadata } from '../../kernel/wire/metadata.ts'
import { ofEitherMode } from '../settings/shared-operation.ts'
import { namedUpdate } from './record-customer.ts'
import { refuseErased } from './refuse-erased.ts'
import { requireCustomer } from './require-customer.ts'
import type { Customer } from './rules/customer.ts'
import { refuseCustomer } from './rules/customer-refusals.ts'
import { nameIn } from './rules/name-in.ts'
import { operatedCustomer, presentOperatedCustomer } from './wire/operated-customer.ts'

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
  /** Throws `resource_not_found`, and `state_changed` if the metadata has changed since the operator saw it. */
  async run({ table, now }, { input: { id, metadata, was } }) {
    const before = await requireCustomer(table, ofEitherMode({ id }))
    refuseErased(before)
    if (!isDeepStrictEqual(before.metadata, was)) throw refuseCustomer('customer_changed')
    const changes = { metadata, updatedAt: now() }
    const states = { before: { metadata: keysOf(was) }, after: { metadata: keysOf(metadata) } }
    return {
      changes: [{ mode: before.mode, action: 'customer.change', target: id, ...states }],
      writes: namedUpdate(
        before,
        { ...changes, name: nameIn(metadata) },
        { onlyIf: { metadata: before.metadata } },
      ),
      result: presentOperatedCustomer({ ...before, ...changes }),
    }
  },
})

/** The audit log can't be changed, so it holds no value of a customer, who may be erased. */
function keysOf(metadata: Customer['metadata']): string {
  return Object.keys(metadata ?? {}).join(', ')
}
