import { recordRefund } from '../../shared/money/refunds/record-refund.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(recordRefund)
