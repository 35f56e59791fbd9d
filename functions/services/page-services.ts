import { peggedSymbols } from '../../shared/chain/chains.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { PresentSessionDeps } from '../../shared/merchant/checkout/present-session.ts'
import type { RequestScanDeps } from '../../shared/payments/ledger/scanning/request-scan.ts'
import { enqueueScans } from '../../shared/queue/enqueue-scans.ts'
import { withheldByLatestReadings } from '../../shared/records/prices/withheld-stablecoins.ts'
import type { Config } from '../config.ts'
import { networks } from './networks.ts'
import { notifierHealth } from './notifier-health.ts'
import { scanQueue } from './scan-queue.ts'
import { settingsOf } from './settings-of.ts'

/** Services of functions that respond with a session as its page shows it. */
export function presentationServices(config: Config): PresentSessionDeps {
  const table = openTable(config('TABLE_NAME'))
  const now = () => new Date()
  const { enabledChains } = networks(table)
  return {
    table,
    now,
    settings: settingsOf(config, table),
    enabledChains,
    withheldStablecoins: async (mode) =>
      withheldByLatestReadings({ table, now }, peggedSymbols(await enabledChains(mode))),
  }
}

/** What functions need that present a session, and request a scan of its address. */
export function pageServices(config: Config): PresentSessionDeps & RequestScanDeps {
  const queue = scanQueue(config)
  const services = presentationServices(config)
  return {
    ...services,
    isNotified: notifierHealth(services.table),
    claims: new Map(),
    sendScan: (message) => enqueueScans(queue, [message]),
  }
}
