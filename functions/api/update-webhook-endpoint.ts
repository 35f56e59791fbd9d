import {
  runUpdateWebhookEndpoint,
  updateWebhookEndpoint,
} from '../../shared/merchant/webhooks/endpoints/update-webhook-endpoint.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { urlRules } from '../services/url-rules.ts'

export function serve(config: Config) {
  const services = { ...merchantServices(config), urlRules: urlRules(config) }
  return merchantFunction(updateWebhookEndpoint, runUpdateWebhookEndpoint, services)
}
