import { listDeliveries } from '../../shared/merchant/webhooks/deliveries/list-deliveries.ts'
import { recoverDeliveries } from '../../shared/merchant/webhooks/deliveries/recover-deliveries.ts'
import { redriveDeliveries } from '../../shared/merchant/webhooks/deliveries/redrive-deliveries.ts'
import { replayDelivery } from '../../shared/merchant/webhooks/deliveries/replay-delivery.ts'
import { showDelivery } from '../../shared/merchant/webhooks/deliveries/show-delivery.ts'
import { redriveDeadLetters } from '../../shared/queue/redrive-dead-letters.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { deliveryQueue, enqueueOrReport } from '../services/delivery-queue.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveListDeliveries(config: Config) {
  return operatorFunction(listDeliveries, operatorServices(config))
}

export function serveShowDelivery(config: Config) {
  return operatorFunction(showDelivery, operatorServices(config))
}

export function serveReplayDelivery(config: Config) {
  return operatorFunction(replayDelivery, queueing(config))
}

export function serveRecoverDeliveries(config: Config) {
  return operatorFunction(recoverDeliveries, queueing(config))
}

export function serveRedriveDeliveries(config: Config) {
  const queue = deliveryQueue(config)
  return operatorFunction(redriveDeliveries, {
    ...operatorServices(config),
    redriveDeadLetters: () => redriveDeadLetters(queue),
  })
}

function queueing(config: Config) {
  const enqueueDeliveries = enqueueOrReport(deliveryQueue(config))
  return { ...operatorServices(config), enqueueDeliveries }
}
