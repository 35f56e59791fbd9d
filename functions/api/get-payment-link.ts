import {
  getPaymentLink,
  runGetPaymentLink,
} from '../../shared/records/payment-links/get-payment-link.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(getPaymentLink, runGetPaymentLink, merchantServices(config))
}
