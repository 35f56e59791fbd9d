import { getCheckoutSession } from '../../shared/merchant/checkout/get-checkout-session.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(getCheckoutSession)
