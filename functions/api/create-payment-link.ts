import {
  createPaymentLink,
  runCreatePaymentLink,
} from '../../shared/records/payment-links/create-payment-link.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { networks } from '../services/networks.ts'
import { readingAhead } from '../services/reading-ahead.ts'

export function serve(config: Config) {
  const merchant = merchantServices(config)
  const { currencies } = networks(merchant.table)
  const services = readingAhead({ ...merchant, currencies }, currencies)
  return merchantFunction(createPaymentLink, runCreatePaymentLink, services)
}
