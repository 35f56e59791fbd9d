import { createRefund, runCreateRefund } from '../../shared/money/refunds/create-refund.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { appSecrets } from '../services/app-secrets.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { refundServices } from '../services/refund-services.ts'

export function serve(config: Config) {
  const services = { ...merchantServices(config), ...refundServices(config) }
  const vault = appSecrets(config)
  return merchantFunction(createRefund, runCreateRefund, { ...services, vault })
}
