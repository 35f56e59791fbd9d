import { resourceNotFound } from '../../kernel/errors.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { loadPaymentLink } from '../../records/payment-links/store/payment-links.ts'
import { paymentLink, presentPaymentLink } from '../../records/payment-links/wire/payment-link.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'

export const getPaymentLink = merchantOperation({
  name: 'get-payment-link',
  route: 'GET /api/v1/payment_links/{id}',
  scope: 'links:read',
  input: noInput,
  output: ok(paymentLink),
  touches: { table: 'read' },
  docs: { tag: 'Payment links', summary: 'Get a payment link' },
  async run({ table, settings }, { mode, id }) {
    const link = await loadPaymentLink(table, mode, id)
    if (!link) throw resourceNotFound('payment link', id)
    return { result: presentPaymentLink(link, await settings(mode)) }
  },
})
