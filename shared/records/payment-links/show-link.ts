import type { Mode } from '../../kernel/mode.ts'
import { customer } from '../../kernel/operation/caller.ts'
import { ok, operation } from '../../kernel/operation/operation.ts'
import {
  type PageDecision,
  type PageRequestOf,
  pageInput,
} from '../../kernel/operation/page-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { merchantOf } from '../settings/rules/merchant.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { findActiveLink } from './find-active-link.ts'
import { type LinkView, linkView, presentLinkView } from './wire/link-view.ts'

export const showLink = operation({
  name: 'show-link',
  route: 'GET /api/checkout/links/{slug}',
  caller: customer,
  input: pageInput,
  output: ok(linkView),
  errors: ['resource_not_found', 'link_gone'],
  touches: { table: 'read' },
  docs: {
    tag: 'Checkout',
    summary: 'Show a payment link',
    description: 'The title and price of a link, before a session exists.',
  },
})

export async function runShowLink(
  { table, settings }: { table: Table; settings: (mode: Mode) => Promise<Settings> },
  { id: slug }: PageRequestOf<typeof showLink>,
): Promise<PageDecision<LinkView>> {
  const link = await findActiveLink(table, slug)
  return { result: presentLinkView(link, merchantOf(await settings(link.mode))) }
}
