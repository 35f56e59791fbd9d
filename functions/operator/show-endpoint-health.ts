import { showEndpointHealth } from '../../shared/merchant/webhooks/endpoints/show-endpoint-health.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showEndpointHealth)
