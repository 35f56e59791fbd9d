import { listViews } from '../../shared/admin/views/list-views.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listViews)
