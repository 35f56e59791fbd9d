import { removeEndpoint } from '../../shared/merchant/webhooks/endpoints/delete-webhook-endpoint.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(removeEndpoint)
