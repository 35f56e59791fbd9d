import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { open, seal } from '../../shared/kernel/sealing/seal.ts'
import { openTable, type Table } from '../../shared/kernel/store/table.ts'
import {
  type OnUnreadable,
  requireAllRead,
  type UnreadableRow,
} from '../../shared/kernel/store/unreadable-rows.ts'
import { log, logProblem, warn } from '../../shared/log/log.ts'
import { notifierAccounts } from '../../shared/merchant/notifiers/notifier-accounts.ts'
import type { NotifierConnection } from '../../shared/merchant/notifiers/store/notifier-connections.ts'
import {
  listConnections,
  notifierTokenContext,
} from '../../shared/merchant/notifiers/store/notifier-connections.ts'
import {
  type SyncNotifierDeps,
  syncNotifier,
} from '../../shared/merchant/notifiers/sync-notifier.ts'
import { networks } from '../../shared/payments/networks/enabled-chains.ts'
import { depositWallets } from '../../shared/payments/wallet/deposit-wallets.ts'
import { settingsOf } from '../../shared/records/settings/settings-of.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { scheduledMode } from './scheduled-mode.ts'

/**
 * Once a minute for each mode: the notifiers' webhooks run, and have the addresses that they need. A notifier that can't be
 * read fails the run after all others were synced.
 */
export function serve(config: Config) {
  const services = syncServices(config)
  return scheduledFunction(services.table, async (event): Promise<{ synced: number }> => {
    const mode = scheduledMode(event)
    const unread: UnreadableRow[] = []
    const onUnreadable = (row: UnreadableRow) => void unread.push(row)
    const connections = await connected(services.table, mode, onUnreadable)
    const outcomes = await Promise.all(
      connections.map(async (connection) => {
        const outcome = await syncNotifier(services, connection)
        log('notifier synced', { mode, notifier: connection.notifier, outcome })
        return outcome
      }),
    )
    const failed = outcomes.filter((outcome) => outcome === 'failed').length
    requireAllRead(unread)
    // Lambda counts it as an error, on which there is an alarm.
    if (failed > 0) throw new Error(`${failed} of ${outcomes.length} notifiers were not synced`)
    return { synced: outcomes.length }
  })
}

/** Without any, one read at half the price finds that out: a notifier connected a moment ago is synced in the next minute. */
async function connected(
  table: Table,
  mode: Mode,
  onUnreadable: OnUnreadable,
): Promise<NotifierConnection[]> {
  const seen = await listConnections(table, mode, { stale: true, onUnreadable })
  return seen.length === 0 ? [] : listConnections(table, mode, { onUnreadable })
}

function syncServices(config: Config): SyncNotifierDeps {
  const table = openTable(config('TABLE_NAME'))
  const settings = settingsOf(config, table)
  const { payableChains } = networks(table)
  const accountWith = notifierAccounts(config)
  const kms = new KMSClient()
  const sealing = (purpose: string) => ({ kms, keyId: config('KMS_KEY_ID'), purpose })
  return {
    table,
    now: () => new Date(),
    randomBytes,
    depositWallets: depositWallets(config, table),
    sealSigningKey: (key, context) => seal(sealing('app-secrets'), key, context),
    openAccount: async (connection) => {
      const { token, notifier } = connection
      const opened = await open(sealing('notifier-tokens'), token, notifierTokenContext(connection))
      return accountWith(notifier, opened)
    },
    enabledChainIds: async (mode) => (await payableChains(mode)).map(({ chainId }) => chainId),
    notificationUrl: async ({ mode, notifier }) =>
      `${(await settings(mode)).baseUrl}/api/chain/notifications/${notifier}`,
    onRepair: (mode, { chain, added, removed }) => {
      const { chainId, notifier } = chain
      const facts = { mode, chainId, notifier, added, removed }
      if (added + removed > 0) warn('notifier addresses repaired', facts)
    },
    onProblem,
  }
}

function onProblem(
  { mode, notifier }: NotifierConnection,
  chainId: number | null,
  error: unknown,
): void {
  const facts = { mode, notifier, ...(chainId !== null && { chainId }) }
  logProblem('notifier not synced', { error, facts })
}
