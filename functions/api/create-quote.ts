import { createQuote, runCreateQuote } from '../../shared/payments/quotes/create-quote.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { networks } from '../services/networks.ts'
import { pricing } from '../services/pricing.ts'
import { readingAhead } from '../services/reading-ahead.ts'

export function serve(config: Config) {
  const services = merchantServices(config)
  const priced = { ...services, ...pricing(config, services, networks(services.table)) }
  const all = readingAhead(priced, priced.readNetworks)
  return merchantFunction(createQuote, runCreateQuote, all)
}
