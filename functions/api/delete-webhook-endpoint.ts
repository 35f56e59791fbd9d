import {
  deleteWebhookEndpoint,
  runDeleteWebhookEndpoint,
} from '../../shared/merchant/webhooks/endpoints/delete-webhook-endpoint.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(deleteWebhookEndpoint, runDeleteWebhookEndpoint, merchantServices(config))
}
