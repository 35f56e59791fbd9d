import type { Mode } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { cursorList, cursorQuery, presentPage } from '../../kernel/wire/cursor-list.ts'
import { listPaymentLinks as readPaymentLinks } from '../../records/payment-links/store/payment-links.ts'
import { paymentLink, presentPaymentLink } from '../../records/payment-links/wire/payment-link.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'

export const listPaymentLinks = merchantOperation({
  name: 'list-payment-links',
  route: 'GET /api/v1/payment_links',
  scope: 'links:read',
  input: { ...noInput, query: cursorQuery('paymentLink') },
  output: ok(cursorList(paymentLink, 'PaymentLinkList')),
  touches: { table: 'read' },
  docs: { tag: 'Payment links', summary: 'List payment links' },
  async run({ table, settings: settingsOf }: ListLinksServices, { mode, query }) {
    const { limit, starting_after: before } = query
    const page = await readPaymentLinks(table, { mode, before }, { limit })
    const settings = await settingsOf(mode)
    return { result: presentPage(page, (link) => presentPaymentLink(link, settings)) }
  },
})

export type ListLinksServices = { table: Table; settings: (mode: Mode) => Promise<Settings> }
