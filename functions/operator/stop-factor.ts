import { stopFactor } from '../../shared/admin/operators/account/stop-factor.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(stopFactor)
