import { listEndpointDeliveries } from '../../shared/merchant/webhooks/deliveries/list-endpoint-deliveries.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(listEndpointDeliveries)
