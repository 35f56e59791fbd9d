import { redriveDeliveries } from '../../shared/merchant/webhooks/deliveries/redrive-deliveries.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(redriveDeliveries)
