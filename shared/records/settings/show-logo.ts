import * as z from 'zod'
import { resourceNotFound } from '../../kernel/errors.ts'
import { modes } from '../../kernel/mode.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { documentOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import { loadLogo } from './store/logo.ts'

export const showLogo = documentOperation({
  name: 'show-logo',
  route: 'GET /api/checkout/logos/{id}',
  input: pageInput,
  output: ok(z.string()),
  errors: ['resource_not_found'],
  touches: { table: 'read' },
  docs: {
    tag: 'Checkout',
    summary: "Show the merchant's logo",
    description: 'An image. Its id changes with its content.',
  },
  /** Throws `resource_not_found`, also for an earlier logo. */
  async run({ table }, { id }) {
    const ofMode = mode.safeParse(id.split('-')[0])
    const logo = ofMode.success ? await loadLogo(table, ofMode.data) : undefined
    if (logo?.id !== id) throw resourceNotFound('logo', id)
    return { status: 200, headers: headersOf(logo.contentType), body: logo.bytes }
  },
})

const mode = z.enum(modes)

function headersOf(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    // Opened by itself, it must not be able to do anything.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
}
