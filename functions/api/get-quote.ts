import { getQuote, runGetQuote } from '../../shared/payments/quotes/get-quote.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(getQuote, runGetQuote, merchantServices(config))
}
