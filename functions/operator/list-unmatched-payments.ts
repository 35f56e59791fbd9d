import { listUnmatchedPayments } from '../../shared/merchant/providers/list-unmatched-payments.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listUnmatchedPayments)
