import { resourceNotFound } from '../../kernel/errors.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { deletedResource, presentDeleted } from '../../kernel/wire/deleted.ts'
import { merchantOperation } from '../settings/merchant-operation.ts'
import { loadCustomer } from './store/customers.ts'
import { erasureBeginning } from './store/erasures.ts'

export const deleteCustomer = merchantOperation({
  name: 'delete-customer',
  route: 'DELETE /api/v1/customers/{id}',
  scope: 'customers:write',
  input: noInput,
  output: ok(deletedResource('customer', 'DeletedCustomer')),
  touches: { table: 'write', administers: ['audit-log', 'erasures'] },
  docs: {
    tag: 'Customers',
    summary: 'Erase a customer',
    description:
      'Removes what is known of the person, for good: their email and metadata at once; the email and billing details in their sessions and events within minutes, or once an open session has closed. Payments, the id and the place in lists stay. The same email later is a new customer.',
  },
  async run(services, { mode, id }) {
    const customer = await loadCustomer(services.table, mode, id)
    if (!customer || customer.erasedAt) throw resourceNotFound('customer', id)
    return {
      writes: erasureBeginning(customer, services.now()),
      changes: [{ mode, action: 'customer.erase', target: id }],
      result: presentDeleted('customer', id),
    }
  },
})
