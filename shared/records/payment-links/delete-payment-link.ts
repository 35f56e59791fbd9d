import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import { type Deleted, deletedResource, presentDeleted } from '../../kernel/wire/deleted.ts'
import { paymentLinkDeletion } from './store/payment-links.ts'

export const deletePaymentLink = operation({
  name: 'delete-payment-link',
  route: 'DELETE /api/v1/payment_links/{id}',
  caller: merchant('links:write'),
  input: noInput,
  output: ok(deletedResource('payment_link', 'DeletedPaymentLink')),
  touches: { table: 'write', administers: ['payment-links'] },
  docs: {
    tag: 'Payment links',
    summary: 'Delete a payment link',
    description:
      'Its page stops working immediately and permanently. Sessions created from it continue.',
  },
})

/** The slug of a deleted link is never reused. */
export async function runDeletePaymentLink(
  _: unknown,
  { mode, id }: Pick<RequestOf<typeof deletePaymentLink>, 'mode' | 'id'>,
): Promise<Decision<Deleted<'payment_link'>>> {
  const notFound = () => resourceNotFound('payment link', id)
  if (!isId('paymentLink', id)) throw notFound()
  return {
    writes: [paymentLinkDeletion({ mode, id })],
    result: presentDeleted('payment_link', id),
    conflict: notFound,
  }
}
