import { enableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/enable-webhook-endpoint.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(enableWebhookEndpoint)
