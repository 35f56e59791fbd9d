import {
  getCheckoutSession,
  runGetCheckoutSession,
} from '../../shared/merchant/checkout/get-checkout-session.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(getCheckoutSession, runGetCheckoutSession, merchantServices(config))
}
