import {
  runUpdatePaymentLink,
  updatePaymentLink,
} from '../../shared/payment-links/update-payment-link.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  const services = { ...merchantServices(config), currencies: config('FIAT_CURRENCIES') }
  return merchantFunction(updatePaymentLink, runUpdatePaymentLink, services)
}
