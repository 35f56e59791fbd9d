import { SQSClient } from '@aws-sdk/client-sqs'
import type { Config } from '../../kernel/operation/config.ts'
import { report } from '../../log/report.ts'
import {
  type EnqueueDeliveriesDeps,
  enqueueDeliveries,
  type QueuedDelivery,
} from './enqueue-deliveries.ts'

export function deliveryQueue(config: Config): EnqueueDeliveriesDeps {
  const urls = {
    live: config('WEBHOOK_DELIVERIES_LIVE_QUEUE_URL'),
    test: config('WEBHOOK_DELIVERIES_TEST_QUEUE_URL'),
  }
  return { sqs: new SQSClient(), queueUrl: (mode) => urls[mode] }
}

/**
 * Queues committed deliveries. A failure is only logged: the request has succeeded, and the relay queues them later.
 */
export function enqueueOrReport(queue: EnqueueDeliveriesDeps) {
  return (deliveries: readonly QueuedDelivery[]): Promise<void> =>
    enqueueDeliveries(queue, deliveries).catch((error) => report('enqueue-deliveries', error))
}

export function queueingDeliveries(config: Config) {
  return { enqueueDeliveries: enqueueOrReport(deliveryQueue(config)) }
}
