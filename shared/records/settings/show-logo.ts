import * as z from 'zod'
import { resourceNotFound } from '../../kernel/errors.ts'
import { modes } from '../../kernel/mode.ts'
import { customer } from '../../kernel/operation/caller.ts'
import { ok, operation } from '../../kernel/operation/operation.ts'
import {
  type PageDocument,
  type PageRequestOf,
  pageInput,
} from '../../kernel/operation/page-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadLogo } from './store/logo.ts'

export const showLogo = operation({
  name: 'show-logo',
  route: 'GET /api/checkout/logos/{id}',
  caller: customer,
  input: pageInput,
  output: ok(z.string()),
  errors: ['resource_not_found'],
  touches: { table: 'read' },
  streaming: true,
  docs: {
    tag: 'Checkout',
    summary: "Show the merchant's logo",
    description: 'An image. Its id changes with its content.',
  },
})

const mode = z.enum(modes)

/** Throws `resource_not_found`, also for an earlier logo. */
export async function runShowLogo(
  { table }: { table: Table },
  { id }: PageRequestOf<typeof showLogo>,
): Promise<PageDocument> {
  const ofMode = mode.safeParse(id.split('-')[0])
  const logo = ofMode.success ? await loadLogo(table, ofMode.data) : undefined
  if (logo?.id !== id) throw resourceNotFound('logo', id)
  return { status: 200, headers: headersOf(logo.contentType), body: logo.bytes }
}

function headersOf(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    // Opened by itself, it must not be able to do anything.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
}
