import * as z from 'zod'
import { resourceNotFound } from '../../kernel/errors.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { deletedResource, presentDeleted } from '../../kernel/wire/deleted.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../settings/shared-operation.ts'
import { requireCustomer } from './require-customer.ts'
import { erasureBeginning } from './store/erasures.ts'

export const { merchant: deleteCustomer, operator: eraseCustomer } = sharedOperation({
  touches: { table: 'write', administers: ['audit-log', 'erasures'] },
  merchant: {
    name: 'delete-customer',
    route: 'DELETE /api/v1/customers/{id}',
    scope: 'customers:write',
    input: noInput,
    output: ok(deletedResource('customer', 'DeletedCustomer')),
    docs: {
      tag: 'Customers',
      summary: 'Erase a customer',
      description:
        'Removes what is known of the person, for good: their email and metadata at once; the email and billing details in their sessions and events within minutes, or once an open session has closed. Payments, the id and the place in lists stay. The same email later is a new customer.',
    },
    asks: ofItsMode,
    shows: ({ id }) => presentDeleted('customer', id),
  },
  operator: {
    name: 'erase-customer',
    role: 'owner',
    command: 'customers erase',
    dashboard: false,
    input: byId('the id of a customer'),
    output: z.object({ id: z.string(), erased: z.literal(true) }),
    docs: { summary: 'Erase what is known of a customer, for good' },
    asks: ofEitherMode,
    shows: ({ id }) => ({ id, erased: true as const }),
  },
  /** Throws `resource_not_found`, also if the customer was erased before. */
  async run({ table, now }: { table: Table; now: () => Date }, asked: Named) {
    const customer = await requireCustomer(table, asked)
    const { mode, id, erasedAt } = customer
    if (erasedAt) throw resourceNotFound('customer', id)
    return {
      writes: erasureBeginning(customer, now()),
      changes: [{ mode, action: 'customer.erase', target: id }],
      result: customer,
    }
  },
})
