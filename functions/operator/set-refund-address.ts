import { setRefundAddress } from '../../shared/money/refunds/set-refund-address.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setRefundAddress)
