import {
  listDeliveries,
  runListDeliveries,
} from '../../shared/merchant/webhooks/deliveries/list-deliveries.ts'
import {
  recoverDeliveries,
  runRecoverDeliveries,
} from '../../shared/merchant/webhooks/deliveries/recover-deliveries.ts'
import {
  redriveDeliveries,
  runRedriveDeliveries,
} from '../../shared/merchant/webhooks/deliveries/redrive-deliveries.ts'
import {
  replayDelivery,
  runReplayDelivery,
} from '../../shared/merchant/webhooks/deliveries/replay-delivery.ts'
import {
  runShowDelivery,
  showDelivery,
} from '../../shared/merchant/webhooks/deliveries/show-delivery.ts'
import { redriveDeadLetters } from '../../shared/queue/redrive-dead-letters.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { deliveryQueue, enqueueOrReport } from '../services/delivery-queue.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveListDeliveries(config: Config) {
  return operatorFunction(listDeliveries, runListDeliveries, operatorServices(config))
}

export function serveShowDelivery(config: Config) {
  return operatorFunction(showDelivery, runShowDelivery, operatorServices(config))
}

export function serveReplayDelivery(config: Config) {
  return operatorFunction(replayDelivery, runReplayDelivery, queueing(config))
}

export function serveRecoverDeliveries(config: Config) {
  return operatorFunction(recoverDeliveries, runRecoverDeliveries, queueing(config))
}

export function serveRedriveDeliveries(config: Config) {
  const queue = deliveryQueue(config)
  return operatorFunction(redriveDeliveries, runRedriveDeliveries, {
    ...operatorServices(config),
    redriveDeadLetters: () => redriveDeadLetters(queue),
  })
}

function queueing(config: Config) {
  const enqueueDeliveries = enqueueOrReport(deliveryQueue(config))
  return { ...operatorServices(config), enqueueDeliveries }
}
