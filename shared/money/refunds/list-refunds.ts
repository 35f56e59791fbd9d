import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type CursorPage,
  createdFilters,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import { id } from '../../kernel/wire/primitives.ts'
import { listRefunds as readRefunds } from './store/refunds.ts'
import { presentAnyRefund, type RefundBody, refund, refundStatus } from './wire/refund.ts'

export const listRefunds = operation({
  name: 'list-refunds',
  route: 'GET /api/v1/refunds',
  caller: merchant('refunds:read'),
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
})

export async function runListRefunds(
  { table }: { table: Table },
  { mode, query }: Pick<RequestOf<typeof listRefunds>, 'mode' | 'query'>,
): Promise<Decision<CursorPage<RefundBody>>> {
  const { limit, starting_after: before, ...filter } = query
  const page = await readRefunds(table, { mode, before, ...filter }, { limit })
  return { result: presentPage(page, presentAnyRefund) }
}
