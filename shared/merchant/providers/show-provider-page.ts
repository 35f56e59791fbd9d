import * as z from 'zod'
import { html } from '../../http/html.ts'
import { pageHeadersWith } from '../../http/rules/page-policy.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { documentOperation } from '../../kernel/operation/page-operation.ts'
import { type PageDocument, pageInput } from '../../kernel/operation/page-request.ts'
import { providerFacts } from '../../records/integrations/rules/provider-name.ts'
import { sessionOnPage } from '../checkout/present-session.ts'
import { mayUseProviders } from '../checkout/rules/offered-providers.ts'
import type { OrderPage } from './rules/provider-order.ts'
import { ordersOfSession } from './store/provider-orders.ts'

export const showProviderPage = documentOperation({
  name: 'show-provider-page',
  route: 'GET /api/checkout/sessions/{id}/provider-page',
  input: pageInput,
  output: ok(z.string()),
  touches: { table: 'read' },
  docs: {
    tag: 'Checkout',
    summary: 'Show the latest order at a hosted provider in a frame',
    description:
      'A document of its own, so that only this page may show the provider’s, with exactly the permissions it needs.',
  },
  /** The page around the provider's frame; leads to the session's page if nothing can be paid that way. */
  async run({ table, now }, { id }) {
    const session = await sessionOnPage(table, id).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'resource_not_found') return undefined
      throw error
    })
    if (!session) return leadTo(`/checkout/${id}`)
    if (!mayUseProviders(session, now())) return framed(session.id)
    const [latest] = await ordersOfSession(table, { mode: session.mode, sessionId: session.id })
    if (!latest?.page) return framed(session.id)
    const { provider, page } = latest
    if (!page.frame) return leadTo(page.url)
    return framed(session.id, {
      title: providerFacts[provider].title,
      url: page.url,
      ...page.frame,
    })
  },
})

type Framed = { title: string; url: string } & NonNullable<OrderPage['frame']>

/** Without a URL, its script leads to the session's page: also out of the frame that a provider leads back here. */
const nothing = { title: 'Payment', url: '', origins: [], allow: '' } as const

function framed(
  sessionId: string,
  { title, url, origins, allow }: Readonly<Framed> = nothing,
): PageDocument {
  const headers = pageHeadersWith({
    // The provider leads its frame back to this page, which then leaves it.
    embedOrigins: ["'self'"],
    frame: { origins: ["'self'", ...origins], allow },
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
<body><div id="root" data-session="${sessionId}" data-url="${url}" data-allow="${allow}"></div></body>
</html>
`.text
  return { status: 200, headers: { ...htmlHeaders, ...headers }, body }
}

const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }

function leadTo(url: string): PageDocument {
  return { status: 303, headers: { Location: url, 'Cache-Control': 'no-store' }, body: '' }
}
