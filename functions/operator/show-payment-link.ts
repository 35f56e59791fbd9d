import { showPaymentLink } from '../../shared/merchant/payment-links/get-payment-link.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showPaymentLink)
