import { showPayment } from '../../shared/admin/payments/show-payment.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showPayment)
