import { getWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/get-webhook-endpoint.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(getWebhookEndpoint)
