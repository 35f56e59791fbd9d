import { resourceNotFound } from '../../kernel/errors.ts'
import type { AuditedDecision } from '../../kernel/operation/audit.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type Deleted, deletedResource, presentDeleted } from '../../kernel/wire/deleted.ts'
import { loadCustomer } from './store/customers.ts'
import { erasureBeginning } from './store/erasures.ts'

export const deleteCustomer = operation({
  name: 'delete-customer',
  route: 'DELETE /api/v1/customers/{id}',
  caller: merchant('customers:write'),
  input: noInput,
  output: ok(deletedResource('customer', 'DeletedCustomer')),
  touches: { table: 'write', administers: ['audit-log', 'erasures'] },
  docs: {
    tag: 'Customers',
    summary: 'Erase a customer',
    description:
      'Removes what is known of the person, for good: their email and metadata at once; the email and billing details in their sessions and events within minutes, or once an open session has closed. Payments, the id and the place in lists stay. The same email later is a new customer.',
  },
})

export async function runDeleteCustomer(
  services: { table: Table; now: () => Date },
  { mode, id }: Pick<RequestOf<typeof deleteCustomer>, 'mode' | 'id'>,
): Promise<AuditedDecision<Deleted<'customer'>>> {
  const customer = await loadCustomer(services.table, mode, id)
  if (!customer || customer.erasedAt) throw resourceNotFound('customer', id)
  return {
    writes: erasureBeginning(customer, services.now()),
    changes: [{ mode, action: 'customer.erase', target: id }],
    result: presentDeleted('customer', id),
  }
}
