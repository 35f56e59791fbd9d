import { numberCustomers } from '../../shared/customers/number-customers.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { enqueueDeliveries, type QueuedDelivery } from '../../shared/queue/enqueue-deliveries.ts'
import { relayDeliveries } from '../../shared/webhooks/relay-deliveries.ts'
import { config } from '../config.ts'
import { deliveryQueue } from '../deps/delivery-queue.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { log } from '../log/log.ts'
import { scheduledMode } from './scheduled-mode.ts'

const table = openTable(config('TABLE_NAME'))
const queue = deliveryQueue()

const deps = {
  table,
  now: () => new Date(),
  enqueueDeliveries: (deliveries: readonly QueuedDelivery[]) =>
    enqueueDeliveries(queue, deliveries),
}

/**
 * Once a minute for each mode: deliveries that were committed and not looked at in time go to the queue again, and new
 * customers get their numbers. Either is tried even if the other fails.
 */
export const handler = workerHandler(async (event: unknown): Promise<{ relayed: number }> => {
  const mode = scheduledMode(event)
  const [relaying, numbering] = await Promise.allSettled([relay(mode), numberCustomers(deps, mode)])
  if (relaying.status === 'rejected') throw relaying.reason
  if (numbering.status === 'rejected') throw numbering.reason
  return { relayed: relaying.value }
})

async function relay(mode: Mode): Promise<number> {
  const relayed = await relayDeliveries(deps, { mode, overdueSeconds: config('SCHEDULE_SECONDS') })
  if (relayed > 0) log('deliveries relayed', { mode, count: relayed })
  return relayed
}
