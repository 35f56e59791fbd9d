import {
  redeliverEvent,
  runRedeliverEvent,
} from '../../shared/merchant/webhooks/deliveries/redeliver-event.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { deliveryQueue, enqueueOrReport } from '../services/delivery-queue.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  const enqueueDeliveries = enqueueOrReport(deliveryQueue(config))
  const services = { ...merchantServices(config), enqueueDeliveries }
  return merchantFunction(redeliverEvent, runRedeliverEvent, services)
}
