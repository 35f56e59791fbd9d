import { SQSClient } from '@aws-sdk/client-sqs'
import { openTable } from '../../shared/store/table.ts'
import {
  enqueueDeliveries,
  type QueuedDelivery,
} from '../../shared/use-cases/enqueue-deliveries.ts'
import { relayDeliveries } from '../../shared/use-cases/relay-deliveries.ts'
import { config } from '../config.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { log } from '../log/log.ts'

const table = openTable(config('TABLE_NAME'))
const queue = { sqs: new SQSClient(), queueUrl: config('WEBHOOK_DELIVERIES_QUEUE_URL') }

/** Once a minute: deliveries that were committed and not looked at in time go to the queue again. */
export const handler = workerHandler(async (): Promise<{ relayed: number }> => {
  const deps = {
    table,
    now: () => new Date(),
    enqueueDeliveries: (deliveries: readonly QueuedDelivery[]) =>
      enqueueDeliveries(queue, deliveries),
  }
  const relayed = await relayDeliveries(deps, { overdueSeconds: config('SCHEDULE_SECONDS') })
  if (relayed > 0) log('deliveries relayed', { count: relayed })
  return { relayed }
})
