import { deletePaymentLink } from '../../shared/merchant/payment-links/delete-payment-link.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(deletePaymentLink)
