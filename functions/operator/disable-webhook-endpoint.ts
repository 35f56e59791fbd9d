import { disableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/disable-webhook-endpoint.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(disableWebhookEndpoint)
