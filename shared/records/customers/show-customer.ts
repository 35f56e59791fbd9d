import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { customerOfEitherMode } from './customer-of-either-mode.ts'
import { operatedCustomer, presentOperatedCustomer } from './wire/operated-customer.ts'

export const showCustomer = operatorOperation({
  name: 'show-customer',
  role: 'viewer',
  command: 'customers show',
  input: byId('the id of a customer'),
  output: operatedCustomer,
  touches: { table: 'read' },
  docs: { summary: 'Show a customer' },
  /** Throws `resource_not_found`. */
  async run({ table }, { input }) {
    return { result: presentOperatedCustomer(await customerOfEitherMode(table, input.id)) }
  },
})
