import {
  createCheckoutSession,
  runCreateCheckoutSession,
} from '../../shared/merchant/checkout/create-checkout-session.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { readingAhead } from '../services/reading-ahead.ts'
import { sessionCreationServices } from '../services/session-creation-services.ts'

export function serve(config: Config) {
  const services = merchantServices(config)
  const opening = { ...services, ...sessionCreationServices(config, services) }
  const all = readingAhead(opening, opening.readNetworks)
  return merchantFunction(createCheckoutSession, runCreateCheckoutSession, all)
}
