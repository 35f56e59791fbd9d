import {
  listWebhookEndpoints,
  runListWebhookEndpoints,
} from '../../shared/merchant/webhooks/endpoints/list-webhook-endpoints.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(listWebhookEndpoints, runListWebhookEndpoints, merchantServices(config))
}
