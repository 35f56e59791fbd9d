import { addRefund } from '../../shared/money/refunds/create-refund.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addRefund)
