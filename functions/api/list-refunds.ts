import { listRefunds } from '../../shared/money/refunds/list-refunds.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(listRefunds)
