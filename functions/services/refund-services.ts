import { randomBytes } from 'node:crypto'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { SessionEventDeps } from '../../shared/payments/checkout-sessions/session-events.ts'
import type { Config } from '../config.ts'
import { deliveryQueue, enqueueOrReport } from './delivery-queue.ts'
import { settingsOf } from './settings-of.ts'

/** What a change of a refund needs: it is an event of its session. */
export function refundServices(config: Config): SessionEventDeps {
  const table = openTable(config('TABLE_NAME'))
  return {
    table,
    now: () => new Date(),
    randomBytes,
    settings: settingsOf(config, table),
    enqueueDeliveries: enqueueOrReport(deliveryQueue(config)),
  }
}
