import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { listLimit } from '../../kernel/wire/operator-input.ts'
import { presentShownRefund } from './present-shown-refund.ts'
import { refundStatuses } from './rules/refund.ts'
import { listRefunds } from './store/refunds.ts'
import { shownRefund } from './wire/shown-refund.ts'

const page = z.lazy(() =>
  z.object({ refunds: z.array(shownRefund), nextCursor: z.string().nullable() }),
)

export type RefundPage = z.infer<typeof page>

export const findRefunds = operatorOperation({
  name: 'find-refunds',
  role: 'viewer',
  command: 'refunds list',
  input: z.strictObject({
    mode: z.enum(modes).default('live'),
    status: z.enum(refundStatuses).optional(),
    sessionId: z.string().max(100).optional(),
    limit: listLimit,
    /** The last refund of the previous page. */
    after: z.string().max(100).optional(),
  }),
  output: page,
  touches: { table: 'read' },
  docs: { summary: 'List refunds, newest first' },
  async run({ table }, { input: { limit, after: before, ...filter } }) {
    const { items, nextCursor } = await listRefunds(table, { ...filter, before }, { limit })
    return { result: { refunds: items.map(presentShownRefund), nextCursor } }
  },
})
