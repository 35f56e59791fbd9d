import { createPaymentLink } from '../../shared/merchant/payment-links/create-payment-link.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(createPaymentLink)
