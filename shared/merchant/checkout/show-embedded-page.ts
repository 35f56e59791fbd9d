import * as z from 'zod'
import { html } from '../../http/html.ts'
import { pageHeadersWith } from '../../http/rules/page-policy.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { documentOperation } from '../../kernel/operation/page-operation.ts'
import { type PageDocument, pageInput } from '../../kernel/operation/page-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { sessionOnPage } from './present-session.ts'

export const showEmbeddedPage = documentOperation({
  name: 'show-embedded-page',
  route: 'GET /api/checkout/sessions/{id}/embed',
  input: pageInput,
  output: ok(z.string()),
  errors: ['resource_not_found'],
  touches: { table: 'read' },
  docs: {
    tag: 'Checkout',
    summary: 'Show the checkout page in a frame',
    description: 'Only for sites whose origins are in the settings.',
  },
  needs: readingSettings,
  /** The page for a frame. Without allowed origins, the response says so, and no browser shows it in a frame. */
  async run({ table, settings }: EmbeddedPageServices, { id }) {
    const session = await sessionIfAny(table, id)
    if (!session) return refusal(404, 'This payment does not exist.')
    const { embedOrigins } = await settings(session.mode)
    if (embedOrigins.length === 0) {
      return refusal(403, 'No site may embed this page. Add yours to the setting embedOrigins.')
    }
    const headers = { ...htmlHeaders, ...pageHeadersWith({ embedOrigins }) }
    return { status: 200, headers, body: framedPage(session.id, embedOrigins) }
  },
})

export type EmbeddedPageServices = { table: Table; settings: (mode: Mode) => Promise<Settings> }

async function sessionIfAny(table: Table, id: string) {
  try {
    return await sessionOnPage(table, id)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'resource_not_found') return undefined
    throw error
  }
}

const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }

/**
 * The names of script and styles never change, unlike those of the other assets: this function doesn't know which build
 * the pages are of. Links lead out of the frame.
 */
function framedPage(sessionId: string, embedOrigins: readonly string[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Payment</title>
<base target="_top">
<link rel="stylesheet" href="/checkout/embed.css">
<script type="module" src="/checkout/embed.js"></script>
</head>
<body><div id="root" data-session="${sessionId}" data-origins="${embedOrigins.join(' ')}"></div></body>
</html>
`.text
}

function refusal(status: 403 | 404, message: string): PageDocument {
  const body = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Payment</title></head>
<body><h1>Payment</h1><p>${message}</p></body>
</html>
`
  return { status, headers: { ...htmlHeaders, ...pageHeadersWith() }, body: body.text }
}
