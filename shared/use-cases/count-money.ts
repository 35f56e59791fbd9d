import { blockAtOrAfter } from '../chain/block-at-or-after.ts'
import { canonicalBlockHash } from '../chain/canonical-block-hash.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { findTransfers } from '../chain/find-transfers.ts'
import { newestNodeFirst } from '../chain/newest-node-first.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import { refuseContradiction } from '../chain/refuse-contradiction.ts'
import { type AddressMovement, isOwnGas, receivedBase } from '../domain/address-movement.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import { countTransfers } from '../domain/count-transfers.ts'
import { datedAsKnown } from '../domain/dated-as-known.ts'
import type { MoneyCounted } from '../domain/decide-session.ts'
import { invariant } from '../domain/invariant.ts'
import { mergeTransfers } from '../domain/merge-transfers.ts'
import { isSameAsset } from '../domain/session-terms.ts'
import type { Transfer } from '../domain/transfer.ts'
import { unexplainedMoney } from '../domain/unexplained-money.ts'
import { loadAddressMovements } from '../store/address-movements.ts'
import type { Table } from '../store/table.ts'
import { loadTransfers } from '../store/transfers.ts'

export type CountMoneyDeps = {
  table: Table
  /** The client of an enabled chain; throws where the chain is not enabled. */
  chain: (chainId: number) => ChainClient
}

/** What an address received under a session's terms, and the transfers that have to be written down for it. */
export type MoneyCount = { fact: MoneyCounted; changed: readonly Transfer[] }

type Given = {
  /** Where to look first. */
  txHashes: readonly string[]
  /** What the address holds, where that was read a moment ago. */
  reading: Reading | undefined
}

/** Counts what a session's address received of its asset, on its chain. Throws `ChainUnavailable`. */
export async function countMoney(
  deps: CountMoneyDeps,
  session: CheckoutSession,
  { txHashes, reading: given }: Given,
): Promise<MoneyCount> {
  const chain = deps.chain(session.lock.chainId)
  const client = given ? chain : await newestNodeFirst(chain)
  const [held, ledger] = await Promise.all([
    given ?? readSession(client, session),
    loadLedger(deps.table, session),
  ])
  refuseOlderHead(session, held, ledger)
  const reading = receivedReading(held, ledger.movements)
  refuseContradiction(session.lock.chainId, reading)
  const search = { session, client, reading, ledger, txHashes }
  const { transfers, changed } = await currentTransfers(search)
  return { fact: moneyCounted(session, transfers, reading), changed }
}

/**
 * A head below a block that was seen is of a node that fell behind, and knows nothing of what the block held. Throws
 * `ChainUnavailable`.
 */
export function refuseOlderHead(
  { lock: { chainId } }: CheckoutSession,
  { head }: Reading,
  { transfers }: Ledger,
): void {
  const isBehind = transfers.some((t) => !t.orphaned && t.blockNumber > head.number)
  if (isBehind) throw new ChainUnavailable(chainId, 'its node is behind a block that was seen')
}

function readSession(
  client: ChainClient,
  { address, lock, confirmationsRequired }: CheckoutSession,
): Promise<Reading> {
  const assets = [{ address, token: lock.tokenAddress }]
  return readReceived(client, { assets, confirmations: confirmationsRequired })
}

/** What is noted of a session's asset; under other terms it may have looked for another. */
export type Ledger = { transfers: Transfer[]; movements: AddressMovement[] }

export async function loadLedger(
  table: Table,
  { mode, id: sessionId, lock }: CheckoutSession,
): Promise<Ledger> {
  const [transfers, movements] = await Promise.all([
    loadTransfers(table, { mode, sessionId }),
    loadAddressMovements(table, { mode, sessionId }),
  ])
  return {
    transfers: transfers.filter((transfer) => isSameAsset(transfer, lock)),
    movements: movements.filter((movement) => isSameAsset(movement, lock)),
  }
}

/** What the address received, out of a reading of what it holds; `movements` are of the asset that was read. */
export function receivedReading(reading: Reading, movements: readonly AddressMovement[]): Reading {
  const { head, confirmed } = reading
  const balances = reading.balances.map(({ headBase, confirmedBase }) => ({
    headBase: receivedBase(headBase, movements, head.number),
    confirmedBase: receivedBase(confirmedBase, movements, confirmed.number),
  }))
  return { ...reading, balances }
}

type Search = {
  session: CheckoutSession
  client: ChainClient
  /** Of what the address received. */
  reading: Reading
  ledger: Ledger
  txHashes: readonly string[]
}

/** The transfers of the session's asset as the canonical chain has them now. */
async function currentTransfers(
  search: Search,
): Promise<{ transfers: Transfer[]; changed: Transfer[] }> {
  const { session, reading } = search
  const known = search.ledger.transfers
  if (await isCurrent(search)) return { transfers: known, changed: [] }
  const found = await searchChain(search)
  const rest = unexplainedMoney(
    session,
    { known, found },
    { balanceBase: balanceOf(reading).headBase, block: reading.head },
  )
  return mergeTransfers(known, [...found, ...rest])
}

/** Nodes forget old states, and some give the logs of a block later than its balances: what still stands keeps its time. */
async function keepKnown(
  { client, ledger, reading }: Search,
  found: readonly Transfer[],
): Promise<Transfer[]> {
  const balanceBase = balanceOf(reading).headBase
  const isWhole = found.reduce((sum, t) => sum + t.amountBase, 0n) >= balanceBase
  if (isWhole && found.every(({ txHash }) => txHash)) return [...found]
  const standing = ledger.transfers.filter(({ orphaned }) => !orphaned)
  const checks = await Promise.all(standing.map((t) => areCanonical(client, [t])))
  const known = standing.filter((_, index) => checks[index])
  return datedAsKnown(known, found, { balanceBase })
}

/**
 * Whether the known transfers explain the balance and their blocks still stand. What is late for want of a transaction
 * is searched for again: it may have come in time.
 */
async function isCurrent({ session, client, reading, ledger }: Search): Promise<boolean> {
  const standing = ledger.transfers.filter((t) => !t.orphaned)
  const sum = standing.reduce((total, t) => total + t.amountBase, 0n)
  if (sum !== balanceOf(reading).headBase) return false
  if (standing.some((t) => t.txHash === null && t.blockTime > session.expiresAt)) return false
  return areCanonical(client, standing)
}

/** Whether the blocks of transfers still stand. Those that are confirmed may have been exchanged as well. */
export async function areCanonical(
  client: ChainClient,
  transfers: readonly Transfer[],
): Promise<boolean> {
  const blocks = new Map(transfers.map((t) => [t.blockHash, t.blockNumber]))
  const checks = [...blocks].map(
    async ([hash, blockNumber]) => (await canonicalBlockHash(client, blockNumber)) === hash,
  )
  return (await Promise.all(checks)).every(Boolean)
}

/** What the canonical chain has of the session's asset now. */
export async function searchChain(search: Search): Promise<Transfer[]> {
  return keepKnown(search, await findOnChain(search))
}

/** What is known already is named as a hint, so that a node without old state finds it again. */
async function findOnChain({
  session,
  client,
  reading,
  ledger,
  txHashes,
}: Search): Promise<Transfer[]> {
  const { chainId, tokenAddress } = session.lock
  const found = await findTransfers(client, {
    address: session.address,
    token: tokenAddress,
    fromBlock: await blockAtOrAfter(client, searchFrom(session), reading.head.number),
    toBlock: reading.head.number,
    hints: [...txHashes, ...ledger.transfers.flatMap(({ txHash }) => txHash ?? [])],
  })
  return found
    .filter((transfer) => !isOwnGas(transfer, ledger.movements))
    .map(({ blockTimestamp, ...transfer }) => ({
      ...transfer,
      chainId,
      tokenAddress,
      blockTime: blockTimestamp,
      orphaned: false,
    }))
}

/** A chain's clock may run behind ours; the address is new, so looking further back finds nothing else. */
function searchFrom({ createdAt }: CheckoutSession): Date {
  return new Date(createdAt.getTime() - 120_000)
}

function moneyCounted(
  session: CheckoutSession,
  transfers: readonly Transfer[],
  reading: Reading,
): MoneyCounted {
  const { headBase, confirmedBase } = balanceOf(reading)
  const standing = transfers.filter((t) => !t.orphaned).toSorted(byBlock)
  const newest = standing.at(-1)
  return {
    type: 'moneyCounted',
    lock: session.lock,
    headTime: reading.head.timestamp,
    seen: countTransfers(session, transfers, { balanceBase: headBase, upTo: reading.head.number }),
    confirmed: countTransfers(session, transfers, {
      // What two nodes do not agree on is on its way, not confirmed.
      balanceBase: reading.agreed ? confirmedBase : 0n,
      upTo: reading.confirmed.number,
    }),
    agreed: reading.agreed,
    confirmations: newest ? Number(reading.head.number - newest.blockNumber) + 1 : 0,
    txHash: standing.find((t) => t.txHash)?.txHash ?? null,
    minedAt: standing[0]?.blockTime ?? null,
  }
}

function byBlock(a: Transfer, b: Transfer): number {
  return Number(a.blockNumber - b.blockNumber)
}

function balanceOf(reading: Reading): Reading['balances'][number] {
  const [balance] = reading.balances
  invariant(balance, 'a reading has the balance it was asked for')
  return balance
}
