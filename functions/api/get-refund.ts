import { getRefund, runGetRefund } from '../../shared/money/refunds/get-refund.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(getRefund, runGetRefund, merchantServices(config))
}
