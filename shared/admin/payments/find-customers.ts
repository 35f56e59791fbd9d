import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { withoutKey } from '../../kernel/operation/merchant-request.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { listCursor, listLimit } from '../../kernel/wire/operator-input.ts'
import { countSessionsOfCustomer } from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import { listCustomers } from '../../records/customers/list-customers.ts'
import { customer } from '../../records/customers/wire/customer.ts'

/** A customer in a list of operators. */
const listedCustomer = z.lazy(() =>
  customer.unwrap().extend({
    /** How many payments they have, paid or not; `mostCounted` stands for as many or more. */
    payments: z.int(),
  }),
)

const found = z.object({
  customers: z.array(listedCustomer),
  total: z.int(),
  nextCursor: z.string().nullable(),
})

export const findCustomers = operatorOperation({
  name: 'find-customers',
  role: 'viewer',
  command: 'customers list',
  input: z.strictObject({
    mode: z.enum(modes),
    limit: listLimit,
    email: z.string().min(1).max(254).optional(),
    after: listCursor('customer'),
  }),
  output: found,
  touches: { table: 'read' },
  docs: { summary: 'List customers, newest first, or find the one with an email' },
  async run(services, { input: { mode, after, limit, email } }) {
    const query = { limit, page: 1, starting_after: after, email }
    const { result } = await listCustomers.run(services, { ...withoutKey, mode, query })
    const { data, total, nextCursor } = result
    const customers = data.map(async (each) => ({
      ...each,
      payments: await countSessionsOfCustomer(services.table, { mode, customerId: each.id }),
    }))
    return { result: { customers: await Promise.all(customers), total, nextCursor } }
  },
})
