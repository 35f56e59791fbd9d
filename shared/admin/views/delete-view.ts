import * as z from 'zod'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorRequestOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type OwnViews, ownViews } from './list-views.ts'
import { loadViews, viewsWrite } from './store/views.ts'
import { viewsOwner } from './views-of.ts'

export const deleteView = operatorOperation({
  name: 'delete-view',
  role: 'viewer',
  command: null,
  group: 'views',
  input: z.strictObject({ name: z.string().max(60) }),
  output: ownViews,
  touches: { table: 'write', administers: ['views'] },
  docs: { summary: 'Delete a saved view of payments' },
})

/** Deleting it again, from another browser, changes nothing. */
export async function runDeleteView(
  { table }: { table: Table },
  request: OperatorRequestOf<typeof deleteView>,
): Promise<Decision<OwnViews>> {
  const owner = viewsOwner(request)
  const before = await loadViews(table, owner)
  const views = before.views.filter(({ name }) => name !== request.input.name)
  if (views.length === before.views.length) return { result: { views } }
  return { writes: [viewsWrite(owner, before, views)], result: { views } }
}
