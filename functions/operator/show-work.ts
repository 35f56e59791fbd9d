import { showWork } from '../../shared/admin/operators/show-work.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showWork)
