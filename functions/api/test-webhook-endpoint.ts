import { testWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/test-webhook-endpoint.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(testWebhookEndpoint)
