import { chooseAsset, runChooseAsset } from '../../shared/checkout-sessions/choose-asset.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { pricing } from '../services/pricing.ts'
import { scanServices } from '../services/scan-services.ts'

export function serve(config: Config) {
  const scanning = scanServices(config)
  return pageFunction(chooseAsset, runChooseAsset, { ...scanning, ...pricing(config, scanning) })
}
