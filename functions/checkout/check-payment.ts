import { checkPayment } from '../../shared/merchant/checkout/check-payment.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(checkPayment)
