import { showRefund } from '../../shared/money/refunds/get-refund.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showRefund)
