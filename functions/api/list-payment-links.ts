import {
  listPaymentLinks,
  runListPaymentLinks,
} from '../../shared/records/payment-links/list-payment-links.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(listPaymentLinks, runListPaymentLinks, merchantServices(config))
}
