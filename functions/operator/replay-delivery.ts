import { replayDelivery } from '../../shared/merchant/webhooks/deliveries/replay-delivery.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(replayDelivery)
