import { keepStatistics } from '../../shared/admin/statistics/keep-statistics.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { log } from '../../shared/log/log.ts'
import {
  type RelayDeliveriesDeps,
  relayDeliveries,
} from '../../shared/merchant/webhooks/deliveries/relay-deliveries.ts'
import { numberCustomers } from '../../shared/records/customers/number-customers.ts'
import { deliveryQueue } from '../../shared/records/outbox/delivery-queue.ts'
import { enqueueDeliveries } from '../../shared/records/outbox/enqueue-deliveries.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { restingWhenQuiet } from './resting-when-quiet.ts'
import { scheduledMode } from './scheduled-mode.ts'

/**
 * Runs once a minute per mode: enqueues committed deliveries that weren't attempted in time, numbers new customers, and
 * counts what happened for the statistics. Each runs even if another fails.
 */
export function serve(config: Config) {
  const queue = deliveryQueue(config)
  const services: RelayDeliveriesDeps = {
    table: openTable(config('TABLE_NAME')),
    now: () => new Date(),
    enqueueDeliveries: (deliveries) => enqueueDeliveries(queue, deliveries),
  }
  const overdueSeconds = config('SCHEDULE_SECONDS')
  // Home itself adds what isn't counted yet.
  const countUnlessQuiet = restingWhenQuiet((mode) => keepStatistics(services, mode))
  return scheduledFunction(services.table, async (event): Promise<{ relayed: number }> => {
    const mode = scheduledMode(event)
    const [relaying, numbering, counting] = await Promise.allSettled([
      relayDeliveries(services, { mode, overdueSeconds }),
      numberCustomers(services, mode),
      countUnlessQuiet(mode),
    ])
    if (relaying.status === 'rejected') throw relaying.reason
    const relayed = relaying.value
    if (relayed > 0) log('deliveries relayed', { mode, count: relayed })
    if (numbering.status === 'rejected') throw numbering.reason
    if (counting.status === 'rejected') throw counting.reason
    return { relayed }
  })
}
