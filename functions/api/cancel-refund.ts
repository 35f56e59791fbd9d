import { cancelRefund } from '../../shared/money/refunds/cancel-refund.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(cancelRefund)
