import { getPaymentLink } from '../../shared/merchant/payment-links/get-payment-link.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(getPaymentLink)
