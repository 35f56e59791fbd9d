import { dismissSession } from '../../shared/admin/payments/dismiss-session.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(dismissSession)
