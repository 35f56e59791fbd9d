import { cancelRefund, runCancelRefund } from '../../shared/money/refunds/cancel-refund.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { refundServices } from '../services/refund-services.ts'

export function serve(config: Config) {
  const services = { ...merchantServices(config), ...refundServices(config) }
  return merchantFunction(cancelRefund, runCancelRefund, services)
}
