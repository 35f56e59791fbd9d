import type { Mode } from '../../kernel/mode.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type CursorPage,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { listPaymentLinks as readPaymentLinks } from './store/payment-links.ts'
import { type PaymentLinkBody, paymentLink, presentPaymentLink } from './wire/payment-link.ts'

export const listPaymentLinks = operation({
  name: 'list-payment-links',
  route: 'GET /api/v1/payment_links',
  caller: merchant('links:read'),
  input: { ...noInput, query: cursorQuery('paymentLink') },
  output: ok(cursorList(paymentLink, 'PaymentLinkList')),
  touches: { table: 'read' },
  docs: { tag: 'Payment links', summary: 'List payment links' },
})

export type ListLinksServices = { table: Table; settings: (mode: Mode) => Promise<Settings> }

export async function runListPaymentLinks(
  { table, settings: settingsOf }: ListLinksServices,
  { mode, query }: Pick<RequestOf<typeof listPaymentLinks>, 'mode' | 'query'>,
): Promise<Decision<CursorPage<PaymentLinkBody>>> {
  const { limit, starting_after: before } = query
  const page = await readPaymentLinks(table, { mode, before }, { limit })
  const settings = await settingsOf(mode)
  return { result: presentPage(page, (link) => presentPaymentLink(link, settings)) }
}
