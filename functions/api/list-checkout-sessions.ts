import { listCheckoutSessions } from '../../shared/merchant/checkout/list-checkout-sessions.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(listCheckoutSessions)
