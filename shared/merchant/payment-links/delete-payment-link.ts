import { resourceNotFound } from '../../kernel/errors.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { deletedResource, presentDeleted } from '../../kernel/wire/deleted.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { requirePaymentLink } from '../../records/payment-links/require-payment-link.ts'
import { paymentLinkDeletion } from '../../records/payment-links/store/payment-links.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../records/settings/shared-operation.ts'

export const { merchant: deletePaymentLink, operator: removeLink } = sharedOperation({
  touches: { table: 'write', administers: ['payment-links'] },
  merchant: {
    name: 'delete-payment-link',
    route: 'DELETE /api/v1/payment_links/{id}',
    scope: 'links:write',
    input: noInput,
    output: ok(deletedResource('payment_link', 'DeletedPaymentLink')),
    docs: {
      tag: 'Payment links',
      summary: 'Delete a payment link',
      description:
        'Its page stops working immediately and permanently. Sessions created from it continue.',
    },
    audits: () => false,
    asks: ofItsMode,
    shows: ({ id }) => presentDeleted('payment_link', id),
  },
  operator: {
    name: 'remove-link',
    role: 'operator',
    command: 'links delete',
    input: byId('the id of a link'),
    output: deletedResource('payment_link', 'RemovedLink'),
    docs: { summary: 'Delete a payment link permanently. Sessions created from it continue' },
    asks: ofEitherMode,
    shows: ({ id }) => presentDeleted('payment_link', id),
  },
  /** The slug of a deleted link is never reused. */
  async run({ table }: { table: Table }, asked: Named) {
    const link = await requirePaymentLink(table, asked)
    const { mode, id, slug, title } = link
    return {
      writes: [paymentLinkDeletion({ mode, id })],
      changes: [{ mode, action: 'payment-link.delete', target: id, before: { slug, title } }],
      result: link,
      conflict: () => resourceNotFound('payment link', id),
    }
  },
})
