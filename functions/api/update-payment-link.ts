import {
  runUpdatePaymentLink,
  updatePaymentLink,
} from '../../shared/records/payment-links/update-payment-link.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { networks } from '../services/networks.ts'

export function serve(config: Config) {
  const merchant = merchantServices(config)
  const services = { ...merchant, currencies: networks(merchant.table).currencies }
  return merchantFunction(updatePaymentLink, runUpdatePaymentLink, services)
}
