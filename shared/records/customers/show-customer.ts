import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { customerOfEitherMode } from './customer-of-either-mode.ts'
import {
  type OperatedCustomerBody,
  operatedCustomer,
  presentOperatedCustomer,
} from './wire/operated-customer.ts'

export const showCustomer = operatorOperation({
  name: 'show-customer',
  role: 'viewer',
  command: 'customers show',
  input: byId('the id of a customer'),
  output: operatedCustomer,
  touches: { table: 'read' },
  docs: { summary: 'Show a customer' },
})

/** Throws `resource_not_found`. */
export async function runShowCustomer(
  { table }: { table: Table },
  { input }: OperatorInputOf<typeof showCustomer>,
): Promise<Decision<OperatedCustomerBody>> {
  return { result: presentOperatedCustomer(await customerOfEitherMode(table, input.id)) }
}
