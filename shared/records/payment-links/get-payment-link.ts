import { resourceNotFound } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { loadPaymentLink } from './store/payment-links.ts'
import { type PaymentLinkBody, paymentLink, presentPaymentLink } from './wire/payment-link.ts'

export const getPaymentLink = operation({
  name: 'get-payment-link',
  route: 'GET /api/v1/payment_links/{id}',
  caller: merchant('links:read'),
  input: noInput,
  output: ok(paymentLink),
  touches: { table: 'read' },
  docs: { tag: 'Payment links', summary: 'Get a payment link' },
})

type Services = { table: Table; settings: (mode: Mode) => Promise<Settings> }

export async function runGetPaymentLink(
  { table, settings }: Services,
  { mode, id }: RequestOf<typeof getPaymentLink>,
): Promise<Decision<PaymentLinkBody>> {
  const link = await loadPaymentLink(table, mode, id)
  if (!link) throw resourceNotFound('payment link', id)
  return { result: presentPaymentLink(link, await settings(mode)) }
}
