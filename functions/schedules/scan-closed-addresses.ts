import { randomBytes } from 'node:crypto'
import { askWithin } from '../../shared/chain/ask-chain.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { scanClosedAddresses } from '../../shared/ledger/scan-closed-addresses.ts'
import { config } from '../config.ts'
import { deliveryQueue, handOver } from '../deps/delivery-queue.ts'
import { enabledChains } from '../deps/enabled-chains.ts'
import { report } from '../deps/log-error.ts'
import { settingsOf } from '../deps/settings-of.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { log } from '../log/log.ts'
import { depositUnmatched, operatorAlerted, unlistedUnsearched } from '../log/session-news.ts'
import { scheduledMode } from './scheduled-mode.ts'

const table = openTable(config('TABLE_NAME'))
const { clientsOf } = enabledChains()
const deps = {
  table,
  now: () => new Date(),
  randomBytes,
  settings: settingsOf(table),
  enqueueDeliveries: handOver(deliveryQueue()),
  // A run begins nothing new after 25 seconds, so it notes what it did before its minute is over.
  ask: askWithin({ silenceMs: 5_000, totalMs: 15_000 }),
  chains: clientsOf,
  alert: operatorAlerted,
  onUnmatched: depositUnmatched,
  onUnsearched: unlistedUnsearched,
}

/** Every 5 minutes for each mode: the buckets of closed addresses that are due, on every enabled chain. */
export const handler = workerHandler(async (event: unknown): Promise<{ scanned: number }> => {
  const mode = scheduledMode(event)
  const { scanned, failures, overdueSeconds } = await scanClosedAddresses(deps, {
    mode,
    forMs: 25_000,
  })
  for (const failure of failures) report('closed address not scanned', failure)
  const facts = { mode, scanned, failed: failures.length }
  // Only live mode has customers, and each further metric costs.
  const measured = mode === 'live' ? { ClosedOverdueSeconds: overdueSeconds } : {}
  log('closed addresses scanned', facts, measured)
  return { scanned }
})
