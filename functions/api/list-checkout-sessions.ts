import {
  listCheckoutSessions,
  runListCheckoutSessions,
} from '../../shared/merchant/checkout/list-checkout-sessions.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(listCheckoutSessions, runListCheckoutSessions, merchantServices(config))
}
