import { redeliverEvent } from '../../shared/merchant/webhooks/deliveries/redeliver-event.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(redeliverEvent)
