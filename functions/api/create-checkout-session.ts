import { createCheckoutSession } from '../../shared/merchant/checkout/create-checkout-session.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(createCheckoutSession)
