import { voidRefund } from '../../shared/money/refunds/cancel-refund.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(voidRefund)
