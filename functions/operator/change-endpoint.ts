import { changeEndpoint } from '../../shared/merchant/webhooks/endpoints/change-endpoint.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changeEndpoint)
