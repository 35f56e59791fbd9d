import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { ownViews } from './list-views.ts'
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
  /** Deleting it again, from another browser, changes nothing. */
  async run({ table }, request) {
    const owner = viewsOwner(request)
    const before = await loadViews(table, owner)
    const views = before.views.filter(({ name }) => name !== request.input.name)
    if (views.length === before.views.length) return { result: { views } }
    return { writes: [viewsWrite(owner, before, views)], result: { views } }
  },
})
