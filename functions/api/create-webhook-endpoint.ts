import {
  createWebhookEndpoint,
  runCreateWebhookEndpoint,
} from '../../shared/merchant/webhooks/endpoints/create-webhook-endpoint.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { appSecrets } from '../services/app-secrets.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { urlRules } from '../services/url-rules.ts'

export function serve(config: Config) {
  const vault = appSecrets(config)
  const sealing = { vault, sealSecret: vault.seal, urlRules: urlRules(config) }
  return merchantFunction(createWebhookEndpoint, runCreateWebhookEndpoint, {
    ...merchantServices(config),
    ...sealing,
  })
}
