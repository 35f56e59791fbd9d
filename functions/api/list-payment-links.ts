import { listPaymentLinks } from '../../shared/merchant/payment-links/list-payment-links.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(listPaymentLinks)
