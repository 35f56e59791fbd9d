import { updateRefund } from '../../shared/money/refunds/update-refund.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(updateRefund)
