import { addRefund } from '../../shared/money/refunds/add-refund.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addRefund)
