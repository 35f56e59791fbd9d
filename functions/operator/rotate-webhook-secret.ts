import { rotateWebhookSecret } from '../../shared/merchant/webhooks/endpoints/rotate-webhook-secret.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(rotateWebhookSecret)
