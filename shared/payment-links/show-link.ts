import { customer } from '../kernel/operation/caller.ts'
import { ok, operation } from '../kernel/operation/operation.ts'
import {
  type PageDecision,
  type PageRequestOf,
  pageInput,
} from '../kernel/operation/page-request.ts'
import type { Table } from '../kernel/store/table.ts'
import { findActiveLink } from './find-active-link.ts'
import { type LinkView, linkView, presentLinkView } from './wire/link-view.ts'

export const showLink = operation({
  name: 'show-link',
  route: 'GET /api/checkout/links/{slug}',
  caller: customer,
  input: pageInput,
  output: ok(linkView),
  errors: ['resource_not_found', 'link_inactive'],
  touches: { table: 'read' },
  docs: {
    tag: 'Checkout',
    summary: 'Show a payment link',
    description: 'What a link asks for, before a session exists.',
  },
})

export async function runShowLink(
  { table }: { table: Table },
  { id: slug }: PageRequestOf<typeof showLink>,
): Promise<PageDecision<LinkView>> {
  return { result: presentLinkView(await findActiveLink(table, slug)) }
}
