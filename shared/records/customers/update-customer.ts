import * as z from 'zod'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { metadata } from '../../kernel/wire/metadata.ts'
import { merchantOperation } from '../settings/merchant-operation.ts'
import { ofItsMode } from '../settings/shared-operation.ts'
import { namedUpdate } from './record-customer.ts'
import { refuseErased } from './refuse-erased.ts'
import { requireCustomer } from './require-customer.ts'
import { nameIn } from './rules/name-in.ts'
import { customer, presentCustomer } from './wire/customer.ts'

export const updateCustomer = merchantOperation({
  name: 'update-customer',
  route: 'PATCH /api/v1/customers/{id}',
  scope: 'customers:write',
  input: {
    ...noInput,
    body: z.strictObject({
      metadata: metadata.nullable().describe('Replaces all that there was; null clears it.'),
    }),
  },
  output: ok(customer),
  errors: ['state_changed'],
  touches: { table: 'write' },
  docs: {
    tag: 'Customers',
    summary: 'Change a customer',
    description:
      'An object replaces all metadata; null clears it. The email can’t be changed, and nothing of an erased customer can.',
    example: { metadata: { tier: 'gold' } },
  },
  /** If two updates are concurrent, the later one wins. */
  async run({ table, now }, { mode, id, body }) {
    const before = await requireCustomer(table, ofItsMode({ mode, id }))
    refuseErased(before)
    const changes = { metadata: body.metadata, updatedAt: now() }
    return {
      writes: namedUpdate(before, { ...changes, name: nameIn(body.metadata) }),
      result: presentCustomer({ ...before, ...changes }),
    }
  },
})
