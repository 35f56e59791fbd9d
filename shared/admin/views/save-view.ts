import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { ownViews } from './list-views.ts'
import { refuseView } from './rules/view-refusals.ts'
import { loadViews, viewsWrite } from './store/views.ts'
import { viewsOwner } from './views-of.ts'

export const saveView = operatorOperation({
  name: 'save-view',
  role: 'viewer',
  command: null,
  group: 'views',
  input: z.strictObject({
    name: z.string().trim().min(1).max(60),
    /** The URL's query, without the question mark, such as `status=paid`. */
    query: z.string().max(500),
  }),
  output: ownViews,
  touches: { table: 'write', administers: ['views'] },
  docs: { summary: 'Save a view of payments under a name' },
  /** Replaces a view of the same name. */
  async run({ table }, request) {
    const owner = viewsOwner(request)
    const before = await loadViews(table, owner)
    const { name, query } = request.input
    const earlier = before.views.find((each) => each.name === name)
    const others = before.views.filter((each) => each !== earlier)
    const views = [...others, { ...earlier, name, query }]
    if (views.length > most) throw refuseView('too_many_views', { most })
    return { writes: [viewsWrite(owner, before, views)], result: { views } }
  },
})

const most = 20
