import {
  runTestWebhookEndpoint,
  testWebhookEndpoint,
} from '../../shared/merchant/webhooks/endpoints/test-webhook-endpoint.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { deliveryQueue, enqueueOrReport } from '../services/delivery-queue.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  const services = {
    ...merchantServices(config),
    enqueueDeliveries: enqueueOrReport(deliveryQueue(config)),
  }
  return merchantFunction(testWebhookEndpoint, runTestWebhookEndpoint, services)
}
