import { randomBytes } from 'node:crypto'
import { chainNotifiers } from '../shared/chain/notifiers/chain-notifiers.ts'
import type { Notifier } from '../shared/chain/rules/notifier.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import type { Mode } from '../shared/kernel/mode.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import type { Repair } from '../shared/merchant/notifiers/repair-addresses.ts'
import {
  connectionReplacement,
  connectionUpdate,
  listConnections,
  type NotifierConnection,
} from '../shared/merchant/notifiers/store/notifier-connections.ts'
import { type SyncNotifierDeps, syncNotifier } from '../shared/merchant/notifiers/sync-notifier.ts'
import { derivationStart } from '../shared/payments/wallet/store/derivation-counter.ts'
import { alchemyAccount } from './alchemy-account.ts'
import { walletsOf } from './deposit-wallets.ts'
import { createdAt } from './factories.ts'
import { quicknodeAccount } from './quicknode-account.ts'
import { testTable } from './test-table.ts'

const token = 'a token of the account'
const mode: Mode = 'test'
const sealed = { wrappedKey: '', iv: '', ciphertext: '', tag: '' }

/** The state of a vendor's account, whichever vendor it is. */
type VendorState = {
  baseUrl: string
  /** By webhook, of one chain; in no order. */
  addresses: (chainId: number) => Set<string>[]
  pause: (chainId: number) => void
  isActive: (chainId: number) => boolean
  /** Somebody deletes the webhook at the vendor's. */
  remove: (chainId: number) => void
}

const vendors: Readonly<Record<Notifier, () => Promise<VendorState>>> = {
  alchemy: alchemyState,
  quicknode: quicknodeState,
}

async function alchemyState(): Promise<VendorState> {
  const { url: baseUrl, registry } = await alchemyAccount(token)
  const of = (chainId: number) =>
    registry.list().filter(({ network }) => network === `LOCAL_${chainId}`)
  return {
    baseUrl,
    addresses: (chainId) => of(chainId).map(({ addresses }) => addresses),
    pause: (chainId) => {
      for (const webhook of of(chainId)) webhook.active = false
    },
    isActive: (chainId) => of(chainId).every(({ active }) => active),
    remove: (chainId) => {
      for (const { id } of of(chainId)) registry.remove(id)
    },
  }
}

async function quicknodeState(): Promise<VendorState> {
  const { url, streams, lists } = await quicknodeAccount(token)
  const of = (chainId: number) =>
    [...streams.values()].filter(({ network }) => network === `local-${chainId}`)
  return {
    baseUrl: url,
    addresses: (chainId) => of(chainId).map(({ name }) => lists.get(name) ?? new Set()),
    pause: (chainId) => {
      for (const stream of of(chainId)) streams.set(stream.id, { ...stream, status: 'paused' })
    },
    isActive: (chainId) => of(chainId).every(({ status }) => status === 'active'),
    remove: (chainId) => {
      for (const { id } of of(chainId)) streams.delete(id)
    },
  }
}

export type NotifierFixture = {
  table: Table
  vendor: VendorState
  /** Syncs as the schedule does. */
  sync: () => Promise<string>
  connection: () => Promise<NotifierConnection>
  /** Sessions were opened up to this index. */
  openedTo: (index: number) => Promise<void>
  pass: (seconds: number) => void
  /** Adds a wallet whose sessions begin at this index. */
  addWallet: (firstIndex: number, addressAt: (index: number) => string) => void
  now: () => Date
  enabled: number[]
  repairs: Repair[]
  problems: unknown[]
  /** In place of the network; to fail, or to do something in between. */
  network: { fetch: typeof fetch; token: string }
  disconnect: () => Promise<void>
}

/** An instance whose notifier is connected, with an account at a vendor's. */
export async function notifierFixture(notifier: Notifier = 'alchemy'): Promise<NotifierFixture> {
  const [table, vendor] = [await testTable(), await vendors[notifier]()]
  const network = { fetch, token }
  const [repairs, problems, enabled]: [Repair[], unknown[], number[]] = [[], [], [31337]]
  let nowMs = createdAt.getTime()
  const now = () => new Date(nowMs)
  let wallets = walletsOf({ addressAt })
  const deps: SyncNotifierDeps = {
    table,
    now,
    randomBytes,
    renewEveryMs: 5,
    depositWallets: () => wallets(),
    sealSigningKey: async () => sealed,
    openAccount: async () =>
      chainNotifiers[notifier].account({
        token: network.token,
        baseUrl: vendor.baseUrl,
        fetch: (...call) => network.fetch(...call),
      }),
    enabledChainIds: async () => enabled,
    notificationUrl: async () => `https://pay.example/api/chain/notifications/${notifier}`,
    onRepair: (_, repair) => void repairs.push(repair),
    onProblem: (_, chainId, problem) => void problems.push({ chainId, problem }),
  }
  const connection = async () => {
    const [connected] = await listConnections(table, mode)
    invariant(connected, 'the notifier is connected')
    return connected
  }
  await transact(table, [
    derivationStart(table, mode, 0),
    connectionReplacement({
      mode,
      notifier,
      token: sealed,
      tokenLastFour: 'ount',
      connectedAt: now(),
    }),
  ])
  return {
    table,
    vendor,
    network,
    enabled,
    repairs,
    problems,
    connection,
    now,
    sync: async () => syncNotifier(deps, await connection()),
    openedTo: async (index) => void (await transact(table, [derivationStart(table, mode, index)])),
    pass: (seconds) => {
      nowMs += seconds * 1000
    },
    addWallet: (firstIndex, newAddressAt) => {
      const added = { walletId: 'wallet-2', firstIndex, addressAt: newAddressAt }
      wallets = walletsOf({ addressAt }, added)
    },
    disconnect: async () => {
      const changes = { disconnectedAt: now() }
      await transact(table, [connectionUpdate(await connection(), changes)])
    },
  }
}

/** Stands for derivation, which takes a millisecond each. */
export function addressAt(index: number): string {
  return `0x${index.toString(16).padStart(40, '0')}`
}

/** The addresses of indices, the last one left out. */
export function addressesOf(from: number, to: number): Set<string> {
  return new Set(Array.from({ length: to - from }, (_, offset) => addressAt(from + offset)))
}
