import { changeEndpoint } from '../../shared/merchant/webhooks/endpoints/update-webhook-endpoint.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changeEndpoint)
