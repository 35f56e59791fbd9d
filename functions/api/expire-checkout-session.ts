import { expireCheckoutSession } from '../../shared/merchant/checkout/expire-checkout-session.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(expireCheckoutSession)
