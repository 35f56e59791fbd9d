import { sendTestEvent } from '../../shared/merchant/webhooks/endpoints/test-webhook-endpoint.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(sendTestEvent)
