import {
  deletePaymentLink,
  runDeletePaymentLink,
} from '../../shared/records/payment-links/delete-payment-link.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(deletePaymentLink, runDeletePaymentLink, merchantServices(config))
}
