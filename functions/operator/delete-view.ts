import { deleteView } from '../../shared/admin/views/delete-view.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(deleteView)
