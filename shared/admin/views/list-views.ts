import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { loadViews, view } from './store/views.ts'
import { viewsOwner } from './views-of.ts'

export const ownViews = z.object({ views: z.array(view) })

export const listViews = operatorOperation({
  name: 'list-views',
  role: 'viewer',
  command: null,
  group: 'views',
  input: z.strictObject({}),
  output: ownViews,
  touches: { table: 'read' },
  docs: { summary: 'List your saved views of payments' },
  async run({ table }, request) {
    const { views } = await loadViews(table, viewsOwner(request))
    return { result: { views } }
  },
})
