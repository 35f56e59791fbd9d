import { showRefund } from '../../shared/money/refunds/show-refund.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showRefund)
