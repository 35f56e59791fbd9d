import { peggedSymbols } from '../../shared/chain/chains.ts'
import { withheldByLatestReadings } from '../../shared/prices/withheld-stablecoins.ts'
import { openTable } from '../../shared/store/table.ts'
import { enqueueScans } from '../../shared/use-cases/enqueue-scans.ts'
import type { PresentSessionDeps } from '../../shared/use-cases/present-session.ts'
import type { RequestScanDeps } from '../../shared/use-cases/request-scan.ts'
import { config } from '../config.ts'
import { offeredChains } from './offered-chains.ts'
import { scanQueue } from './scan-queue.ts'
import { settingsOf } from './settings-of.ts'

/** What the functions need that answer with a session as its page shows it. */
export function presentingSessions(): PresentSessionDeps {
  const table = openTable(config('TABLE_NAME'))
  const now = () => new Date()
  const enabledChains = offeredChains()
  const stablecoins = peggedSymbols([...enabledChains('test'), ...enabledChains('live')])
  return {
    table,
    now,
    settings: settingsOf(table),
    enabledChains,
    withheldStablecoins: () => withheldByLatestReadings({ table, now }, stablecoins),
  }
}

/** The same for those that have its address scanned, too. */
export function checkoutPage(): PresentSessionDeps & RequestScanDeps {
  const queue = scanQueue()
  return {
    ...presentingSessions(),
    sendScan: (message) => enqueueScans(queue, [message]),
  }
}
