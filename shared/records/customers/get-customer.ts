import { resourceNotFound } from '../../kernel/errors.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadCustomer } from './store/customers.ts'
import { type CustomerBody, customer, presentCustomer } from './wire/customer.ts'

export const getCustomer = operation({
  name: 'get-customer',
  route: 'GET /api/v1/customers/{id}',
  caller: merchant('customers:read'),
  input: noInput,
  output: ok(customer),
  touches: { table: 'read' },
  docs: { tag: 'Customers', summary: 'Get a customer' },
})

export async function runGetCustomer(
  { table }: { table: Table },
  { mode, id }: RequestOf<typeof getCustomer>,
): Promise<Decision<CustomerBody>> {
  const found = await loadCustomer(table, mode, id)
  if (!found) throw resourceNotFound('customer', id)
  return { result: presentCustomer(found) }
}
