import type { Mode } from '../../kernel/mode.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { pageOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { findActiveLink } from '../../records/payment-links/find-active-link.ts'
import { linkView, presentLinkView } from '../../records/payment-links/wire/link-view.ts'
import { merchantOf } from '../../records/settings/rules/merchant.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'

export const showLink = pageOperation({
  name: 'show-link',
  route: 'GET /api/checkout/links/{slug}',
  input: pageInput,
  output: ok(linkView),
  errors: ['resource_not_found', 'link_gone'],
  touches: { table: 'read' },
  docs: {
    tag: 'Checkout',
    summary: 'Show a payment link',
    description: 'The title and price of a link, before a session exists.',
  },
  needs: readingSettings,
  async run(
    { table, settings }: { table: Table; settings: (mode: Mode) => Promise<Settings> },
    { id: slug },
  ) {
    const link = await findActiveLink(table, slug)
    return { result: presentLinkView(link, merchantOf(await settings(link.mode))) }
  },
})
