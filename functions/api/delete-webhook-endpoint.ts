import { deleteWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/delete-webhook-endpoint.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(deleteWebhookEndpoint)
