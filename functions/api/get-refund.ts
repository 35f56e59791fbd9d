import { getRefund } from '../../shared/money/refunds/get-refund.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(getRefund)
