import { showOverview } from '../../shared/admin/statistics/show-overview.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showOverview)
