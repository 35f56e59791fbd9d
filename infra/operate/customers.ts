import { eraseIdleCustomers } from '../../shared/admin/erasure/erase-idle-customers.ts'
import { eraseCustomer } from '../../shared/records/customers/delete-customer.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf } from './command.ts'

const rest = 'Their payments follow within minutes, or once an open one has closed.'

export const customerCommands: readonly Command[] = [
  commandOf(eraseCustomer, { text: ({ id }) => `${id} is erased. ${rest}` }),
  commandOf(eraseIdleCustomers, {
    callWith: eraseAll,
    text: ({ erased }) =>
      erased === 0
        ? 'There are no such customers.'
        : `${erased === 1 ? '1 customer is' : `${erased} customers are`} erased. ${rest}`,
  }),
]

/** One call looks at some customers; the next one continues with the rest. */
async function eraseAll(call: CallOperator, input: Readonly<Record<string, unknown>>) {
  let erased = 0
  for (let given = input; ; ) {
    const part = await call(eraseIdleCustomers, given)
    erased += part.erased
    if (part.next === null) return { erased, next: null }
    given = { ...input, after: part.next }
  }
}
