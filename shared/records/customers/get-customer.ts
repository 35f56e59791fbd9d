import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../settings/shared-operation.ts'
import { requireCustomer } from './require-customer.ts'
import { customer, presentCustomer } from './wire/customer.ts'
import { operatedCustomer, presentOperatedCustomer } from './wire/operated-customer.ts'

export const { merchant: getCustomer, operator: showCustomer } = sharedOperation({
  touches: { table: 'read' },
  merchant: {
    name: 'get-customer',
    route: 'GET /api/v1/customers/{id}',
    scope: 'customers:read',
    input: noInput,
    output: ok(customer),
    docs: { tag: 'Customers', summary: 'Get a customer' },
    asks: ofItsMode,
    shows: presentCustomer,
  },
  operator: {
    name: 'show-customer',
    role: 'viewer',
    command: 'customers show',
    input: byId('the id of a customer'),
    output: operatedCustomer,
    docs: { summary: 'Show a customer' },
    asks: ofEitherMode,
    shows: presentOperatedCustomer,
  },
  async run({ table }: { table: Table }, asked: Named) {
    return { result: await requireCustomer(table, asked) }
  },
})
