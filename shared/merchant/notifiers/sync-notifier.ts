import type { VendorAccount, VendorWebhook } from '../../chain/notifiers/chain-notifier.ts'
import { chainNotifiers } from '../../chain/notifiers/chain-notifiers.ts'
import { VendorFailed, VendorRefused } from '../../chain/notifiers/vendor-request.ts'
import { repairEveryMs, takeOutMoments } from '../../chain/rules/notifier.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { transact } from '../../kernel/store/transact.ts'
import { closingHour } from '../../payments/ledger/rules/closed-tiers.ts'
import { firstWalletId } from '../../payments/wallet/rules/wallet-id.ts'
import { holdSyncLease, type SyncLeaseDeps } from './hold-sync-lease.ts'
import { addressesToTakeOut, addressPool } from './notified-addresses.ts'
import { type Repair, type RepairDeps, repairAddresses } from './repair-addresses.ts'
import {
  connectionRemoval,
  connectionUpdate,
  type NotifierConnection,
} from './store/notifier-connections.ts'
import {
  listWatchedChains,
  type WatchedChain,
  watchedChainReplacement,
} from './store/watched-chains.ts'
import {
  type NotifierAccount,
  registerAddresses,
  takeOutAddresses,
  unwatchChain,
  watchChain,
} from './watch-chain.ts'

export type SyncNotifierDeps = RepairDeps &
  SyncLeaseDeps & {
    /** Opens the account with the connection's token. */
    openAccount: (connection: NotifierConnection) => Promise<VendorAccount>
    /** The chains of a mode whose payments are to be notified. */
    enabledChainIds: (mode: Mode) => Promise<readonly number[]>
    /** Where a notifier's webhooks post to. */
    notificationUrl: (connection: NotifierConnection) => Promise<string>
    /** Called with each chain whose list was compared. */
    onRepair: (mode: Mode, repair: Repair) => void
    /** Called with what kept a chain, or all of them (null), from being synced. */
    onProblem: (connection: NotifierConnection, chainId: number | null, error: unknown) => void
  }

export type SyncOutcome = 'synced' | 'failed' | 'busy' | 'disconnected'

/**
 * Makes a vendor's account what it should be: a running webhook per enabled chain, with the addresses of sessions and of
 * the pool ahead. Everything in it may be cut off at any point and is done again by the next run.
 */
export async function syncNotifier(
  deps: SyncNotifierDeps,
  connection: NotifierConnection,
): Promise<SyncOutcome> {
  return holdSyncLease(deps, connection, () => syncAlone(deps, connection))
}

async function syncAlone(
  deps: SyncNotifierDeps,
  connection: NotifierConnection,
): Promise<SyncOutcome> {
  const { table } = deps
  try {
    const account = await deps.openAccount(connection)
    const present = await account.webhooks()
    const watched = await listWatchedChains(table, connection.mode)
    const stored = watched.filter(({ notifier }) => notifier === connection.notifier)
    if (connection.disconnectedAt) {
      await disconnect(deps, { connection, account, present, stored })
      return 'disconnected'
    }
    return await sync(deps, { connection, account, present, stored })
  } catch (error) {
    deps.onProblem(connection, null, error)
    await note(deps, connection, { problem: problemOf(error) })
    return 'failed'
  }
}

type Syncing = {
  connection: NotifierConnection
  account: VendorAccount
  present: readonly VendorWebhook[]
  stored: readonly WatchedChain[]
}

async function sync(deps: SyncNotifierDeps, syncing: Syncing): Promise<SyncOutcome> {
  const { connection, account, present, stored } = syncing
  const { mode, notifier } = connection
  const url = await deps.notificationUrl(connection)
  const owner = { mode, notifier, account, url }
  const enabled = await deps.enabledChainIds(mode)
  const supported = enabled.filter(chainNotifiers[notifier].supports)
  for (const chain of stored) {
    if (!supported.includes(chain.chainId)) await unwatchChain(deps, owner, { chain, present })
  }
  const chains = supported.map(
    (chainId) => stored.find((chain) => chain.chainId === chainId) ?? unwatched(notifier, chainId),
  )
  const leaving = await addressesToTakeOut(deps, { mode, afterHour: takenOutHour(connection) })
  const results = await Promise.allSettled(
    chains.map((chain) =>
      syncChain(deps, owner, { chain, present, connection, leaving: leaving.addresses }),
    ),
  )
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ chainId: chains[index]?.chainId ?? null, ...result }] : [],
  )
  for (const { chainId, reason } of failures) deps.onProblem(connection, chainId, reason)
  const [first] = failures
  await note(deps, connection, {
    problem: first ? problemOf(first.reason) : null,
    // If a chain failed, its next repair takes them out: the others must not repeat it every minute.
    takenOutHour: leaving.hour,
    ...(!first && { syncedAt: deps.now(), repairRequestedAt: null }),
  })
  return first ? 'failed' : 'synced'
}

/** Before the first time, the repair of each chain leaves out what needs no notification. */
function takenOutHour({ takenOutHour: hour, connectedAt }: NotifierConnection): string {
  return hour ?? closingHour(takeOutMoments(connectedAt).withoutMoney)
}

function unwatched(notifier: WatchedChain['notifier'], chainId: number): WatchedChain {
  return {
    notifier,
    chainId,
    webhooks: [],
    registeredTo: 0,
    walletId: firstWalletId,
    repairedAt: null,
    resumedAt: null,
  }
}

type SyncingChain = Pick<Syncing, 'connection' | 'present'> & {
  chain: WatchedChain
  leaving: readonly string[]
}

async function syncChain(
  deps: SyncNotifierDeps,
  owner: NotifierAccount,
  { connection, chain, present, leaving }: SyncingChain,
): Promise<void> {
  const { mode } = owner
  const watched = await watchChain(deps, owner, { stored: chain, present })
  await takeOutAddresses(owner, watched, leaving)
  const filled = watched.repairedAt ? await fillPool(deps, owner, watched) : watched
  if (!isRepairDue(filled, connection, deps.now())) return
  const repair = await repairAddresses(deps, owner, filled)
  await transact(deps.table, [watchedChainReplacement(mode, repair.chain)])
  // The first comparison finds nothing registered, as it should.
  if (filled.repairedAt) deps.onRepair(mode, repair)
}

/** Registers what the pool lacks. */
async function fillPool(
  deps: SyncNotifierDeps,
  owner: NotifierAccount,
  chain: WatchedChain,
): Promise<WatchedChain> {
  const { mode } = owner
  const { addresses, ...end } = await addressPool(deps, { mode, from: chain })
  if (addresses.length === 0) return chain
  const registered = await registerAddresses(deps, owner, { chain, addresses })
  const filled = { ...registered, ...end }
  await transact(deps.table, [watchedChainReplacement(mode, filled)])
  return filled
}

function isRepairDue(
  { repairedAt }: WatchedChain,
  { repairRequestedAt }: NotifierConnection,
  now: Date,
): boolean {
  if (!repairedAt || now.getTime() - repairedAt.getTime() >= repairEveryMs) return true
  return repairRequestedAt !== null && repairRequestedAt > repairedAt
}

async function disconnect(deps: SyncNotifierDeps, syncing: Syncing): Promise<void> {
  const { connection, account, present, stored } = syncing
  const { mode, notifier } = connection
  for (const chain of stored) {
    await unwatchChain(deps, { mode, notifier, account }, { chain, present })
  }
  await transact(deps.table, [connectionRemoval(connection)])
}

async function note(
  { table }: SyncNotifierDeps,
  connection: NotifierConnection,
  changes: Parameters<typeof connectionUpdate>[1],
): Promise<void> {
  // Its condition fails if the notifier was disconnected meanwhile, and then there is nothing to note.
  await transact(table, [connectionUpdate(connection, changes)])
}

/** In words that hold no secret. */
function problemOf(error: unknown): string {
  const isMeantForOperators =
    error instanceof VendorRefused || error instanceof VendorFailed || error instanceof ServiceError
  return isMeantForOperators
    ? error.message
    : 'The sync failed. The log of sync-notifiers says why.'
}
