import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { findTransfers } from '../chain/find-transfers.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import type { BlockRef } from '../chain/read-block.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import { refuseContradiction } from '../chain/refuse-contradiction.ts'
import { TokenUnreadable } from '../chain/token-unreadable.ts'
import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import type { MoneyCounted } from '../checkout-sessions/rules/decide-session.ts'
import { isSameAsset } from '../checkout-sessions/rules/session-terms.ts'
import type { Table } from '../kernel/store/table.ts'
import { areCanonical, byBlock, canonicalPart, manyTransfers } from './canonical-transfers.ts'
import { type NoteOpeningDeps, withOpening } from './note-opening.ts'
import { type AddressMovement, isOwnGas, receivedBase } from './rules/address-movement.ts'
import { countTransfers } from './rules/count-transfers.ts'
import { datedAsKnown } from './rules/dated-as-known.ts'
import { mergeTransfers } from './rules/merge-transfers.ts'
import type { Transfer } from './rules/transfer.ts'
import { unexplainedMoney } from './rules/unexplained-money.ts'
import { searchStart } from './search-start.ts'
import { loadAddressMovements } from './store/address-movements.ts'
import { loadTransfers } from './store/transfers.ts'

export type CountMoneyDeps = NoteOpeningDeps & {
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
  const [held, noted] = await Promise.all([
    given ?? readSession(deps, session),
    loadLedger(deps.table, session),
  ])
  const { chainId } = session.lock
  refuseOlderHead(session, held, noted)
  const movements = await withOpening(deps, session, { ...noted, reading: held })
  if (!movements) return nothingYet(session, held)
  const ledger = { ...noted, movements }
  const reading = receivedReading(held, movements)
  refuseContradiction(chainId, reading)
  const search = { session, reading, ledger, txHashes }
  const { transfers, changed } = await currentTransfers(search)
  return { fact: moneyCounted(session, transfers, reading), changed }
}

/** What may be old is not counted, and not held against the session either. */
function nothingYet(session: CheckoutSession, held: Reading): MoneyCount {
  const nothing = { ...held, headBase: 0n, confirmedBase: 0n }
  return { fact: moneyCounted(session, [], nothing), changed: [] }
}

/**
 * A head below a block that was seen is of a node that fell behind, and knows nothing of what the block held. It was no
 * block of this chain if the quorum block is as late, or our clock is not. Throws `ChainUnavailable`.
 */
export function refuseOlderHead(
  { lock: { chainId } }: CheckoutSession,
  { head, quorumBlock, readAt }: Reading,
  { transfers }: Ledger,
): void {
  const isMissed = ({ blockTime }: Transfer) =>
    !quorumBlock || (blockTime > quorumBlock.timestamp && blockTime <= readAt)
  const isBehind = transfers.some((t) => !t.orphaned && t.blockNumber > head.number && isMissed(t))
  if (isBehind) throw new ChainUnavailable(chainId, 'its node is behind a block that was seen')
}

async function readSession(
  deps: CountMoneyDeps,
  { address, lock, confirmationsRequired }: CheckoutSession,
): Promise<Reading> {
  const assets = [{ address, token: lock.tokenAddress }]
  const options = { assets, confirmations: confirmationsRequired, now: deps.now() }
  const [reading] = await readReceived(deps.chain(lock.chainId), options)
  if (!reading) throw new TokenUnreadable(lock.chainId, lock.tokenAddress)
  return reading
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
  const { head, headBase, confirmed, confirmedBase } = reading
  return {
    ...reading,
    headBase: receivedBase(headBase, movements, head.number),
    confirmedBase: receivedBase(confirmedBase, movements, confirmed.number),
  }
}

type Search = {
  session: CheckoutSession
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
    { balanceBase: reading.headBase, block: reading.head },
  )
  return mergeTransfers(known, [...found, ...rest])
}

/** Nodes forget old states, and some give the logs of a block later than its balances: what still stands keeps its time. */
async function keepKnown(
  { ledger, reading }: Search,
  found: readonly Transfer[],
): Promise<Transfer[]> {
  const balanceBase = reading.headBase
  const isWhole = found.reduce((sum, t) => sum + t.amountBase, 0n) >= balanceBase
  if (isWhole && found.every(({ txHash }) => txHash)) return [...found]
  const known = await canonicalPart(reading.client, standingOf(ledger))
  return datedAsKnown(known, found, { balanceBase })
}

/** Searched in one scan; what is in others counts without a transaction. */
const maxBlocks = 16

function standingOf({ transfers }: Pick<Ledger, 'transfers'>): Transfer[] {
  return transfers.filter(({ orphaned }) => !orphaned).toSorted(byBlock)
}

/**
 * What came since the newest of many known transfers, and those. Undefined if they are few, their blocks were reorged, or
 * they are more than the address received.
 */
async function sinceKnown(search: Search): Promise<Transfer[] | undefined> {
  const standing = standingOf(search.ledger)
  const newest = standing.at(-1)
  if (!newest || standing.length <= manyTransfers) return undefined
  if (!(await areCanonical(search.reading.client, [newest]))) return undefined
  const found = await findOnChain(search, newest)
  const all = [...standing, ...found]
  return sumOf(all) > search.reading.headBase ? undefined : all
}

function sumOf(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n)
}

/**
 * Whether the known transfers explain the balance and their blocks still stand. What is late for want of a transaction
 * is searched for again: it may have come in time.
 */
async function isCurrent({ session, reading, ledger }: Search): Promise<boolean> {
  const standing = ledger.transfers.filter((t) => !t.orphaned)
  const sum = standing.reduce((total, t) => total + t.amountBase, 0n)
  if (sum !== reading.headBase) return false
  if (standing.some((t) => t.txHash === null && t.blockTime > session.expiresAt)) return false
  return areCanonical(reading.client, standing)
}

/** What the canonical chain has of the session's asset now. */
export async function searchChain(search: Search): Promise<Transfer[]> {
  return (await sinceKnown(search)) ?? keepKnown(search, await findOnChain(search))
}

/** What is known already is named as a hint, so that a node without old state finds it again. */
async function findOnChain(
  { session, reading, ledger, txHashes }: Search,
  after?: Transfer,
): Promise<Transfer[]> {
  const { chainId, tokenAddress } = session.lock
  const { client } = reading
  const found = await findTransfers(client, {
    address: session.address,
    token: tokenAddress,
    ...(after
      ? { fromBlock: after.blockNumber + 1n }
      : await searchStart(session, { ...ledger, client, head: reading.head })),
    maxBlocks,
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

function moneyCounted(
  session: CheckoutSession,
  transfers: readonly Transfer[],
  reading: Reading,
): MoneyCounted {
  const { quorumBlock, headBase, confirmedBase } = reading
  const standing = transfers.filter((t) => !t.orphaned).toSorted(byBlock)
  const newest = standing.at(-1)
  return {
    type: 'moneyCounted',
    lock: session.lock,
    headTime: quorumBlock?.timestamp ?? new Date(0),
    seen: countTransfers(session, transfers, { balanceBase: headBase, upTo: reading.head.number }),
    confirmed: countTransfers(session, transfers, {
      // What two nodes do not agree on is on its way, not confirmed.
      balanceBase: reading.agreed ? confirmedBase : 0n,
      upTo: reading.confirmed.number,
    }),
    agreed: reading.agreed,
    confirmations: quorumBlock && newest ? confirmationsOf(newest, quorumBlock) : 0,
    txHash: standing.find((t) => t.txHash)?.txHash ?? null,
    minedAt: standing[0]?.blockTime ?? null,
  }
}

/** Blocks from the one with the transfer to the quorum block, both included; zero while the transfer is newer. */
function confirmationsOf({ blockNumber }: Transfer, quorumBlock: BlockRef): number {
  return blockNumber > quorumBlock.number ? 0 : Number(quorumBlock.number - blockNumber) + 1
}
