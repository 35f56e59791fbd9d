import { listDeliveries } from '../../shared/merchant/webhooks/deliveries/list-deliveries.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listDeliveries)
