import { updatePaymentLink } from '../../shared/merchant/payment-links/update-payment-link.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(updatePaymentLink)
