import { listEndpointStates } from '../../shared/merchant/webhooks/endpoints/list-endpoint-states.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listEndpointStates)
