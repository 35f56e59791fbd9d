import { totalPayments } from '../../shared/admin/payments/total-payments.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(totalPayments)
