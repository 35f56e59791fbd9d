import { chooseAsset, runChooseAsset } from '../../shared/merchant/checkout/choose-asset.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { pricing } from '../services/pricing.ts'
import { scanServices } from '../services/scan-services.ts'
import { sessionTimer } from '../services/session-timer.ts'

export function serve(config: Config) {
  const scanning = scanServices(config)
  const services = {
    ...scanning,
    ...pricing(config, scanning, scanning),
    firstTimer: sessionTimer(config),
  }
  return pageFunction(chooseAsset, runChooseAsset, services)
}
