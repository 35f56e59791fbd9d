import { resourceNotFound } from '../../kernel/errors.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { merchantOperation } from '../settings/merchant-operation.ts'
import { loadCustomer } from './store/customers.ts'
import { customer, presentCustomer } from './wire/customer.ts'

export const getCustomer = merchantOperation({
  name: 'get-customer',
  route: 'GET /api/v1/customers/{id}',
  scope: 'customers:read',
  input: noInput,
  output: ok(customer),
  touches: { table: 'read' },
  docs: { tag: 'Customers', summary: 'Get a customer' },
  async run({ table }, { mode, id }) {
    const found = await loadCustomer(table, mode, id)
    if (!found) throw resourceNotFound('customer', id)
    return { result: presentCustomer(found) }
  },
})
