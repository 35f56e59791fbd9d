import { recoverDeliveries } from '../../shared/merchant/webhooks/deliveries/recover-deliveries.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(recoverDeliveries)
