import {
  runStartProviderOrder,
  startProviderOrder,
} from '../../shared/merchant/providers/start-provider-order.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { providerServices } from '../services/provider-services.ts'
import { sessionTimer } from '../services/session-timer.ts'

export function serve(config: Config) {
  const services = { ...providerServices(config), firstTimer: sessionTimer(config) }
  return pageFunction(startProviderOrder, runStartProviderOrder, services)
}
