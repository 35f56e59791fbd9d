import { showExplainedSession } from '../../shared/admin/payments/show-explained-session.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showExplainedSession)
