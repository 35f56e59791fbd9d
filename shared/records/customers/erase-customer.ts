import * as z from 'zod'
import { resourceNotFound } from '../../kernel/errors.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { customerOfEitherMode } from './customer-of-either-mode.ts'
import { erasureBeginning } from './store/erasures.ts'

const erased = z.object({ id: z.string(), erased: z.literal(true) })

export const eraseCustomer = operatorOperation({
  name: 'erase-customer',
  role: 'owner',
  command: 'customers erase',
  dashboard: false,
  input: byId('the id of a customer'),
  output: erased,
  touches: { table: 'write', administers: ['audit-log', 'erasures'] },
  docs: { summary: 'Erase what is known of a customer, for good' },
  /** Throws `resource_not_found`, also if the customer was erased before. */
  async run({ table, now }, { input: { id } }) {
    const customer = await customerOfEitherMode(table, id)
    if (customer.erasedAt) throw resourceNotFound('customer', id)
    return {
      changes: [{ mode: customer.mode, action: 'customer.erase', target: id }],
      writes: erasureBeginning(customer, now()),
      result: { id, erased: true } as const,
    }
  },
})
