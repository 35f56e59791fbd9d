import { setImmediate } from 'node:timers/promises'
import { addressesAhead, isWatched, takeOutMoments } from '../../chain/rules/notifier.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { openSessions } from '../../payments/checkout-sessions/store/open-sessions.ts'
import { closingHour } from '../../payments/ledger/rules/closed-tiers.ts'
import {
  type ClosedAddress,
  closedAddresses,
} from '../../payments/ledger/store/closed-addresses.ts'
import type { DepositWallet, DepositWallets } from '../../payments/wallet/deposit-wallet.ts'
import { knownDerivationIndices } from '../../payments/wallet/store/derivation-counter.ts'

export type NotifiedAddressesDeps = {
  table: Table
  now: () => Date
  /** Throws `wallet_not_configured` before setup. */
  depositWallets: (mode: Mode) => Promise<DepositWallets>
}

const pageSize = 500

/** The addresses that notifiers should watch, in lower case, and the first index after the pool of unused ones. */
export async function notifiedAddresses(
  deps: NotifiedAddressesDeps,
  mode: Mode,
): Promise<{ addresses: Set<string> } & PoolEnd> {
  // First, so that an address that leaves the pool afterwards is among the sessions.
  const pool = await addressPool(deps, { mode, from: null })
  const addresses = new Set(pool.addresses)
  for await (const { address } of openSessions(deps.table, mode)) {
    addresses.add(address.toLowerCase())
  }
  const now = deps.now()
  const { withMoney: from } = takeOutMoments(now)
  for await (const row of closedBetween(deps.table, mode, { from, to: now })) {
    if (isWatched(use(row), now)) addresses.add(row.address.toLowerCase())
  }
  return { ...pool, addresses }
}

/** The end of a pool: the first index after it, and the wallet of its addresses. */
type PoolEnd = { registeredTo: number; walletId: string }

/** Null: at the first unused index. Otherwise after the part that an earlier pool registered. */
type PoolStart = null | number | PoolEnd

/** The unused addresses of the newest wallet that are registered in advance. */
export async function addressPool(
  { table, depositWallets }: NotifiedAddressesDeps,
  { mode, from }: { mode: Mode; from: PoolStart },
): Promise<{ addresses: string[] } & PoolEnd> {
  const next = await knownDerivationIndices(table, mode)
  const registeredTo = next + addressesAhead
  const { newest } = await depositWallets(mode)
  const addresses: string[] = []
  for (let index = startOfPool(from, newest) ?? next; index < registeredTo; index++) {
    // Deriving takes a millisecond each: in between, others get their responses and timers.
    if (index % 20 === 0) await setImmediate()
    addresses.push(newest.addressAt(index).toLowerCase())
  }
  return { addresses, registeredTo, walletId: newest.walletId }
}

/** After a change of the wallet, the pool starts again at the newest wallet's first session at the latest. */
function startOfPool(from: PoolStart, { walletId, firstIndex }: DepositWallet): number | null {
  if (from === null || typeof from === 'number') return from
  if (from.walletId === walletId) return from.registeredTo
  return Math.min(from.registeredTo, firstIndex)
}

/** Addresses that need no notifications any more: those of sessions that closed in hours after `afterHour`. */
export async function addressesToTakeOut(
  { table, now }: Pick<NotifiedAddressesDeps, 'table' | 'now'>,
  { mode, afterHour }: { mode: Mode; afterHour: string },
): Promise<{ addresses: string[]; hour: string }> {
  const moments = takeOutMoments(now())
  const hour = closingHour(moments.withoutMoney)
  const passedMs = Math.max(0, startOf(hour) - startOf(afterHour))
  const addresses: string[] = []
  if (passedMs === 0) return { addresses, hour: afterHour }
  const before = (to: Date) => ({ from: new Date(to.getTime() - passedMs + hourMs), to })
  for await (const row of closedBetween(table, mode, before(moments.withoutMoney))) {
    if (!use(row).hadMoney) addresses.push(row.address.toLowerCase())
  }
  for await (const row of closedBetween(table, mode, before(moments.withMoney))) {
    addresses.push(row.address.toLowerCase())
  }
  return { addresses, hour }
}

const hourMs = 3_600_000

const startOf = (hour: string) => Date.parse(`${hour}:00:00.000Z`)

/** Money that arrived after the session closed also counts. */
function use({ closedAt, hadMoney, held }: ClosedAddress) {
  return { closedAt, hadMoney: hadMoney || Object.keys(held).length > 0 }
}

async function* closedBetween(
  table: Table,
  mode: Mode,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<ClosedAddress> {
  const hours = { from: closingHour(from), to: closingHour(to) }
  let cursor: string | null = null
  for (let isLast = false; !isLast; ) {
    const page = await closedAddresses(table, { mode, ...hours, cursor, limit: pageSize })
    yield* page.rows
    isLast = page.isLast
    cursor = page.rows.at(-1)?.cursor ?? cursor
    if (page.rows.length === 0) return
  }
}
