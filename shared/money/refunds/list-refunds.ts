import { noInput, ok } from '../../kernel/operation/operation.ts'
import {
  createdFilters,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import { id } from '../../kernel/wire/primitives.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { listRefunds as readRefunds } from './store/refunds.ts'
import { presentAnyRefund, refund, refundStatus } from './wire/refund.ts'

export const listRefunds = merchantOperation({
  name: 'list-refunds',
  route: 'GET /api/v1/refunds',
  scope: 'refunds:read',
  input: {
    ...noInput,
    query: cursorQuery('refund').extend({
      status: refundStatus.optional(),
      sessionId: id.optional(),
      ...createdFilters,
    }),
  },
  output: ok(cursorList(refund, 'RefundList')),
  touches: { table: 'read' },
  docs: {
    tag: 'Refunds',
    summary: 'List refunds',
    description: 'Newest first. Filters can be combined in any way.',
  },
  async run({ table }, { mode, query }) {
    const { limit, starting_after: before, ...filter } = query
    const page = await readRefunds(table, { mode, before, ...filter }, { limit })
    return { result: presentPage(page, presentAnyRefund) }
  },
})
