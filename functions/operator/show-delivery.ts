import { showDelivery } from '../../shared/merchant/webhooks/deliveries/show-delivery.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showDelivery)
