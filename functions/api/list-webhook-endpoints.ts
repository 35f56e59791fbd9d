import { listWebhookEndpoints } from '../../shared/merchant/webhooks/endpoints/list-webhook-endpoints.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(listWebhookEndpoints)
