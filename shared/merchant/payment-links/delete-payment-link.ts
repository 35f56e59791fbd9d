import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { deletedResource, presentDeleted } from '../../kernel/wire/deleted.ts'
import { paymentLinkDeletion } from '../../records/payment-links/store/payment-links.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'

export const deletePaymentLink = merchantOperation({
  name: 'delete-payment-link',
  route: 'DELETE /api/v1/payment_links/{id}',
  scope: 'links:write',
  input: noInput,
  output: ok(deletedResource('payment_link', 'DeletedPaymentLink')),
  touches: { table: 'write', administers: ['payment-links'] },
  docs: {
    tag: 'Payment links',
    summary: 'Delete a payment link',
    description:
      'Its page stops working immediately and permanently. Sessions created from it continue.',
  },
  /** The slug of a deleted link is never reused. */
  async run(_: unknown, { mode, id }) {
    const notFound = () => resourceNotFound('payment link', id)
    if (!isId('paymentLink', id)) throw notFound()
    return {
      writes: [paymentLinkDeletion({ mode, id })],
      result: presentDeleted('payment_link', id),
      conflict: notFound,
    }
  },
})
