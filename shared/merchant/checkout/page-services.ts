import { peggedSymbols } from '../../chain/chains.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { ProcessServices } from '../../kernel/operation/process-services.ts'
import type { RequestScanDeps } from '../../payments/ledger/scanning/request-scan.ts'
import { networks } from '../../payments/networks/enabled-chains.ts'
import { enqueueScans } from '../../queue/enqueue-scans.ts'
import { scanQueue } from '../../queue/scan-queue.ts'
import { withheldByLatestReadings } from '../../records/prices/withheld-stablecoins.ts'
import { settingsOf } from '../../records/settings/settings-of.ts'
import { notifierHealth } from '../notifiers/healthy-notifiers.ts'
import type { PresentSessionDeps } from './present-session.ts'

/** For functions that respond with a session as its page shows it. */
export function presentationServices(
  config: Config,
  { table, now }: ProcessServices,
): PresentSessionDeps {
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

export function pageServices(
  config: Config,
  given: ProcessServices,
): PresentSessionDeps & RequestScanDeps {
  const queue = scanQueue(config)
  const services = presentationServices(config, given)
  return {
    ...services,
    isNotified: notifierHealth(services.table),
    claims: new Map(),
    sendScan: (message) => enqueueScans(queue, [message]),
  }
}
