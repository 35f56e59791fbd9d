import { deliveryOperations } from '../../shared/operator-groups/deliveries.ts'
import { redriveDeadLetters } from '../../shared/queue/redrive-dead-letters.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { deliveryQueue, enqueueOrReport } from '../services/delivery-queue.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  const queue = deliveryQueue(config)
  return operatorFunction(deliveryOperations, {
    ...operatorServices(config),
    enqueueDeliveries: enqueueOrReport(queue),
    redriveDeadLetters: () => redriveDeadLetters(queue),
  })
}
