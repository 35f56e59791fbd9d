import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { listLimit } from '../../kernel/wire/operator-input.ts'
import { type ListLinksServices, runListPaymentLinks } from './list-payment-links.ts'
import { paymentLink } from './wire/payment-link.ts'

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
  async run(services: ListLinksServices, { input: { mode, limit, after } }) {
    const query = { limit, starting_after: after }
    const { result } = await runListPaymentLinks(services, { mode, query })
    return { result: { links: result.data, nextCursor: result.nextCursor } }
  },
})
