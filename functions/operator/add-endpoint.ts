import { addEndpoint } from '../../shared/merchant/webhooks/endpoints/add-endpoint.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addEndpoint)
