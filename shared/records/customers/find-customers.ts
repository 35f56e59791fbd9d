import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listLimit } from '../../kernel/wire/operator-input.ts'
import { runListCustomers } from './list-customers.ts'
import { customer } from './wire/customer.ts'

const found = z.object({
  customers: z.array(customer),
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
    /** The `nextCursor` of the previous page. */
    after: z.string().max(100).optional(),
  }),
  output: found,
  touches: { table: 'read' },
  docs: { summary: 'List customers, newest first, or find the one with an email' },
})

export async function runFindCustomers(
  services: { table: Table },
  { input: { mode, after, limit, email } }: OperatorInputOf<typeof findCustomers>,
): Promise<Decision<z.infer<typeof found>>> {
  const query = { limit, page: 1, starting_after: after, email }
  const { result } = await runListCustomers(services, { mode, query })
  const { data: customers, total, nextCursor } = result
  return { result: { customers, total, nextCursor } }
}
