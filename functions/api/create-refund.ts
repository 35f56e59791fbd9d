import { createRefund } from '../../shared/money/refunds/create-refund.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(createRefund)
