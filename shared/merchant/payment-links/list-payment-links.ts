import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { cursorList, cursorQuery, presentPage } from '../../kernel/wire/cursor-list.ts'
import { listCursor, listLimit } from '../../kernel/wire/operator-input.ts'
import { listPaymentLinks as readPaymentLinks } from '../../records/payment-links/store/payment-links.ts'
import { paymentLink, presentPaymentLink } from '../../records/payment-links/wire/payment-link.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { sharedOperation } from '../../records/settings/shared-operation.ts'

export const { merchant: listPaymentLinks, operator: listLinks } = sharedOperation({
  touches: { table: 'read' },
  merchant: {
    name: 'list-payment-links',
    route: 'GET /api/v1/payment_links',
    scope: 'links:read',
    input: { ...noInput, query: cursorQuery('paymentLink') },
    output: ok(cursorList(paymentLink, 'PaymentLinkList')),
    docs: { tag: 'Payment links', summary: 'List payment links' },
    asks: ({ mode, query: { limit, starting_after: before } }) => ({ mode, limit, before }),
    shows: ({ page, settings }) => presentPage(page, (link) => presentPaymentLink(link, settings)),
  },
  operator: {
    name: 'list-links',
    role: 'viewer',
    command: 'links list',
    input: z.strictObject({
      mode: z.enum(modes),
      limit: listLimit,
      after: listCursor('paymentLink'),
    }),
    output: z.object({ links: z.array(paymentLink), nextCursor: z.string().nullable() }),
    docs: { summary: 'List payment links, newest first' },
    asks: ({ after: before, ...asked }) => ({ ...asked, before }),
    shows: ({ page: { items, nextCursor }, settings }) => ({
      links: items.map((link) => presentPaymentLink(link, settings)),
      nextCursor,
    }),
  },
  needs: readingSettings,
  async run(
    { table, settings }: { table: Table; settings: (mode: Mode) => Promise<Settings> },
    { mode, limit, before }: { mode: Mode; limit: number; before: string | undefined },
  ) {
    const page = await readPaymentLinks(table, { mode, before }, { limit })
    return { result: { page, settings: await settings(mode) } }
  },
})
