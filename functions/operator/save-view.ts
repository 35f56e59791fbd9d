import { saveView } from '../../shared/admin/views/save-view.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(saveView)
