import * as z from 'zod'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorRequestOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadViews, view } from './store/views.ts'
import { viewsOwner } from './views-of.ts'

export const ownViews = z.object({ views: z.array(view) })

export type OwnViews = z.infer<typeof ownViews>

export const listViews = operatorOperation({
  name: 'list-views',
  role: 'viewer',
  command: null,
  group: 'views',
  input: z.strictObject({}),
  output: ownViews,
  touches: { table: 'read' },
  docs: { summary: 'List your saved views of payments' },
})

export async function runListViews(
  { table }: { table: Table },
  request: OperatorRequestOf<typeof listViews>,
): Promise<Decision<OwnViews>> {
  const { views } = await loadViews(table, viewsOwner(request))
  return { result: { views } }
}
