import { addEndpoint } from '../../shared/merchant/webhooks/endpoints/create-webhook-endpoint.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addEndpoint)
