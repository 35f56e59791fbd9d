import { updateWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/update-webhook-endpoint.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(updateWebhookEndpoint)
