import { listAssets, runListAssets } from '../../shared/payments/quotes/list-assets.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { networks } from '../services/networks.ts'

export function serve(config: Config) {
  const merchant = merchantServices(config)
  return merchantFunction(listAssets, runListAssets, { ...merchant, ...networks(merchant.table) })
}
