import { listAssets } from '../../shared/merchant/quotes/list-assets.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(listAssets)
