import * as z from 'zod'
import { modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { listLimit } from '../operators/wire/operator-input.ts'
import { maxPage, runListCustomers } from './list-customers.ts'
import { type CustomerPageBody, customerPage } from './wire/customer.ts'

export const findCustomers = operatorOperation({
  name: 'find-customers',
  role: 'viewer',
  command: 'customers list',
  input: z.strictObject({
    mode: z.enum(modes),
    limit: listLimit,
    page: z.int().min(1).max(maxPage).default(1),
    email: z.string().min(1).max(254).optional(),
  }),
  output: customerPage,
  touches: { table: 'read' },
  docs: { summary: 'List customers, newest first, or find the one with an email' },
})

export function runFindCustomers(
  services: { table: Table },
  { input: { mode, ...query } }: OperatorInputOf<typeof findCustomers>,
): Promise<Decision<CustomerPageBody>> {
  return runListCustomers(services, { mode, query })
}
