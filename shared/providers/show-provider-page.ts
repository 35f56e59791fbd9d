import * as z from 'zod'
import { sessionOnPage } from '../checkout-sessions/present-session.ts'
import { html } from '../http/html.ts'
import { pageHeadersWith } from '../http/rules/page-policy.ts'
import { ServiceError } from '../kernel/errors.ts'
import { customer } from '../kernel/operation/caller.ts'
import { ok, operation } from '../kernel/operation/operation.ts'
import {
  type PageDocument,
  type PageRequestOf,
  pageInput,
} from '../kernel/operation/page-request.ts'
import type { Table } from '../kernel/store/table.ts'
import { mayUseProviders } from './rules/offered-providers.ts'
import { providerFacts } from './rules/provider-name.ts'
import type { OrderPage } from './rules/provider-order.ts'
import { ordersOfSession } from './store/provider-orders.ts'

export const showProviderPage = operation({
  name: 'show-provider-page',
  route: 'GET /api/checkout/sessions/{id}/provider-page',
  caller: customer,
  input: pageInput,
  output: ok(z.string()),
  touches: { table: 'read' },
  streaming: true,
  docs: {
    tag: 'Checkout',
    summary: 'Show the latest order at a hosted provider in a frame',
    description:
      'A document of its own, so that only this page may show the provider’s, with exactly the permissions it needs.',
  },
})

type Services = { table: Table; now: () => Date }

/** The page around the provider's frame; leads to the session's page if nothing can be paid that way any more. */
export async function runShowProviderPage(
  { table, now }: Services,
  { id }: PageRequestOf<typeof showProviderPage>,
): Promise<PageDocument> {
  const session = await sessionOnPage(table, id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'resource_not_found') return undefined
    throw error
  })
  if (!session || !mayUseProviders(session, now())) return leadTo(`/checkout/${id}`)
  const [latest] = await ordersOfSession(table, { mode: session.mode, sessionId: session.id })
  if (!latest?.page) return leadTo(`/checkout/${id}`)
  const { provider, page } = latest
  if (!page.frame) return leadTo(page.url)
  const { title } = providerFacts[provider]
  return framed({ sessionId: session.id, title, url: page.url, frame: page.frame })
}

type Framed = {
  sessionId: string
  title: string
  url: string
  frame: NonNullable<OrderPage['frame']>
}

function framed({ sessionId, title, url, frame }: Framed): PageDocument {
  const headers = pageHeadersWith({
    // The provider leads its frame back to this page, which then leaves it.
    embedOrigins: ["'self'"],
    frame: { origins: ["'self'", ...frame.origins], allow: frame.allow },
  })
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/checkout/embed.css">
<script type="module" src="/checkout/provider-page.js"></script>
</head>
<body><div id="root" data-session="${sessionId}" data-url="${url}" data-allow="${frame.allow}"></div></body>
</html>
`.text
  return { status: 200, headers: { ...htmlHeaders, ...headers }, body }
}

const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }

function leadTo(url: string): PageDocument {
  return { status: 303, headers: { Location: url, 'Cache-Control': 'no-store' }, body: '' }
}
