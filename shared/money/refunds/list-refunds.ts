import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  createdFilters,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import { listCursor, listLimit } from '../../kernel/wire/operator-input.ts'
import { id } from '../../kernel/wire/primitives.ts'
import { sharedOperation } from '../../records/settings/shared-operation.ts'
import { presentShownRefund } from './present-shown-refund.ts'
import { refundStatuses } from './rules/refund.ts'
import { listRefunds as readRefunds } from './store/refunds.ts'
import { presentAnyRefund, refund, refundStatus } from './wire/refund.ts'
import { shownRefund } from './wire/shown-refund.ts'

const query = cursorQuery('refund').extend({
  status: refundStatus.optional(),
  sessionId: id.optional(),
  ...createdFilters,
})

const page = z.lazy(() =>
  z.object({ refunds: z.array(shownRefund), nextCursor: z.string().nullable() }),
)

export type RefundPage = z.infer<typeof page>

export const { merchant: listRefunds, operator: findRefunds } = sharedOperation({
  touches: { table: 'read' },
  merchant: {
    name: 'list-refunds',
    route: 'GET /api/v1/refunds',
    scope: 'refunds:read',
    input: { ...noInput, query },
    output: ok(cursorList(refund, 'RefundList')),
    docs: {
      tag: 'Refunds',
      summary: 'List refunds',
      description: 'Newest first. Filters can be combined in any way.',
    },
    asks: ({ mode, query }) => ({ mode, ...query }),
    shows: (page) => presentPage(page, presentAnyRefund),
  },
  operator: {
    name: 'find-refunds',
    role: 'viewer',
    command: 'refunds list',
    input: z.strictObject({
      mode: z.enum(modes).default('live'),
      status: z.enum(refundStatuses).optional(),
      sessionId: z.string().max(100).optional(),
      limit: listLimit,
      after: listCursor('refund'),
    }),
    output: page,
    docs: { summary: 'List refunds, newest first' },
    asks: ({ after, ...filter }) => ({ ...filter, starting_after: after }),
    shows: ({ items, nextCursor }) => ({ refunds: items.map(presentShownRefund), nextCursor }),
  },
  async run(
    { table }: { table: Table },
    { limit, starting_after: before, ...filter }: { mode: Mode } & z.infer<typeof query>,
  ) {
    return { result: await readRefunds(table, { before, ...filter }, { limit }) }
  },
})
