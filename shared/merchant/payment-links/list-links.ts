import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { withoutKey } from '../../kernel/operation/merchant-request.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { listLimit } from '../../kernel/wire/operator-input.ts'
import { paymentLink } from '../../records/payment-links/wire/payment-link.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { type ListLinksServices, listPaymentLinks } from './list-payment-links.ts'

export const listLinks = operatorOperation({
  name: 'list-links',
  role: 'viewer',
  command: 'links list',
  input: z.strictObject({
    mode: z.enum(modes),
    limit: listLimit,
    /** The last link of the previous page. */
    after: z.string().max(100).optional(),
  }),
  output: z.object({ links: z.array(paymentLink), nextCursor: z.string().nullable() }),
  touches: { table: 'read' },
  docs: { summary: 'List payment links, newest first' },
  needs: readingSettings,
  async run(services: ListLinksServices, { input: { mode, limit, after } }) {
    const query = { limit, starting_after: after }
    const { result } = await listPaymentLinks.run(services, { ...withoutKey, mode, query })
    return { result: { links: result.data, nextCursor: result.nextCursor } }
  },
})
