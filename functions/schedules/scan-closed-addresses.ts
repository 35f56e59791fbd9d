import { randomBytes } from 'node:crypto'
import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { requireAllRead } from '../../shared/kernel/store/unreadable-rows.ts'
import { log } from '../../shared/log/log.ts'
import { report } from '../../shared/log/report.ts'
import { logOverdue } from '../../shared/payments/ledger/scanning/log-overdue.ts'
import { scanClosedAddresses } from '../../shared/payments/ledger/scanning/scan-closed-addresses.ts'
import { depositUnmatched, operatorAlerted } from '../../shared/payments/ledger/session-log.ts'
import { searchDueTokens } from '../../shared/payments/ledger/unlisted/search-due-tokens.ts'
import { type ChainClients, chainClients } from '../../shared/payments/networks/chain-clients.ts'
import { deliveryQueue, enqueueOrReport } from '../../shared/records/outbox/delivery-queue.ts'
import { settingsOf } from '../../shared/records/settings/settings-of.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** Scans the due buckets of closed addresses on every enabled chain, and searches for unlisted tokens, every minute per mode. */
export function serve(config: Config) {
  const { unreadNetworks, ...services } = closedAddressServices(config)
  return scheduledFunction(services.table, async (event) => {
    const mode = scheduledMode(event)
    const round = await scanClosedAddresses(services, { mode, forMs: 25_000 })
    const { scanned, failures, overdueSeconds } = round
    for (const failure of failures) report('closed address not scanned', failure)
    const failed = failures.length
    if (scanned + failed > 0) log('closed addresses scanned', { mode, scanned, failed })
    logOverdue({ mode, work: 'scans of closed addresses', seconds: overdueSeconds })
    // Last, because a search needs many requests, and money in listed assets must not wait for it.
    const search = await searchDueTokens(services, { mode, forMs: 15_000 })
    for (const failure of search.failures) report('unlisted tokens not searched', failure)
    const { searched } = search
    if (searched > 0) log('unlisted tokens searched', { mode, count: searched })
    requireAllRead([...failures, ...search.failures, ...(await unreadNetworks(mode))])
    return { scanned, searched }
  })
}

type Services = Parameters<typeof scanClosedAddresses>[0] & Pick<ChainClients, 'unreadNetworks'>

function closedAddressServices(config: Config): Services {
  const table = openTable(config('TABLE_NAME'))
  const { clients, unreadNetworks } = chainClients(config, table)
  return {
    table,
    now: () => new Date(),
    randomBytes,
    settings: settingsOf(config, table),
    enqueueDeliveries: enqueueOrReport(deliveryQueue(config)),
    // A run starts nothing new after 25 seconds, so it records its progress within its minute.
    ask: askWithin({ silenceMs: 5_000, totalMs: 15_000 }),
    chains: clients,
    unreadNetworks,
    alert: operatorAlerted,
    onUnmatched: depositUnmatched,
  }
}
