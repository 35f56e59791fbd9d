import { withoutKey } from '../../kernel/operation/merchant-request.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { deletedResource } from '../../kernel/wire/deleted.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { linkOfEitherMode } from '../../records/payment-links/link-of-either-mode.ts'
import { deletePaymentLink } from './delete-payment-link.ts'

export const removeLink = operatorOperation({
  name: 'remove-link',
  role: 'operator',
  command: 'links delete',
  input: byId('the id of a link'),
  output: deletedResource('payment_link', 'RemovedLink'),
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  docs: { summary: 'Delete a payment link permanently. Sessions created from it continue' },
  async run({ table }, { input: { id } }) {
    const { mode, slug, title } = await linkOfEitherMode(table, id)
    const decision = await deletePaymentLink.run({}, { ...withoutKey, mode, id })
    const before = { slug, title }
    return {
      ...decision,
      changes: [{ mode, action: 'payment-link.delete', target: id, before }],
    }
  },
})
