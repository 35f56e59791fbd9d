import { rotateWebhookSecret } from '../../shared/merchant/webhooks/endpoints/rotate-endpoint-secret.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(rotateWebhookSecret)
