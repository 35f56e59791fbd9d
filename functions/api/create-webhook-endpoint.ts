import { createWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/create-webhook-endpoint.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(createWebhookEndpoint)
