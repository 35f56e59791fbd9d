import { setRefundAddress } from '../../shared/money/refunds/update-refund.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setRefundAddress)
