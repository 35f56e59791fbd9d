import { checkPayment, runCheckPayment } from '../../shared/merchant/checkout/check-payment.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { pageServices } from '../services/page-services.ts'

export function serve(config: Config) {
  return pageFunction(checkPayment, runCheckPayment, pageServices(config))
}
