import { type Reading, readReceived } from '../../../chain/balances/read-received.ts'
import { TokenUnreadable } from '../../../chain/balances/token-unreadable.ts'
import { canonicalBlockHash } from '../../../chain/blocks/canonical-block-hash.ts'
import { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import { refuseContradiction } from '../../../chain/nodes/refuse-contradiction.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { findTransfers } from '../../../chain/transfers/find-transfers.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import type { TransfersCounted } from '../../checkout-sessions/rules/decide-session.ts'
import { isSameAsset } from '../../checkout-sessions/rules/session-terms.ts'
import { type NoteOpeningDeps, withOpening } from '../holdings/note-opening.ts'
import { type AddressMovement, isOwnGas, receivedBase } from '../rules/address-movement.ts'
import { datedAsKnown } from '../rules/dated-as-known.ts'
import { mergeTransfers } from '../rules/merge-transfers.ts'
import type { Transfer } from '../rules/transfer.ts'
import { unexplainedMoney } from '../rules/unexplained-money.ts'
import { loadAddressMovements } from '../store/address-movements.ts'
import { loadTransfers } from '../store/transfers.ts'
import { searchStart } from '../unlisted/search-start.ts'
import { areCanonical, byBlock, canonicalPart, manyTransfers } from './canonical-transfers.ts'
import { transfersCounted } from './transfers-counted.ts'

export type CountMoneyDeps = NoteOpeningDeps & {
  /** The client of an enabled chain; throws if the chain is not enabled. */
  chain: (chainId: number) => Promise<ChainClient>
}

export type MoneyCount = { fact: TransfersCounted; changed: readonly Transfer[] }

type Given = {
  /** Transactions to search first. */
  txHashes: readonly string[]
  /** If it was just read. */
  reading: Reading | undefined
}

/** Counts the money that a session's address received in its asset, on its chain. Throws `ChainUnavailable`. */
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
  const fact = await transfersCounted({ session, reading, movements, transfers })
  return { fact, changed }
}

/** Counts nothing, because the money may be older than the session. */
async function nothingYet(session: CheckoutSession, held: Reading): Promise<MoneyCount> {
  const reading = { ...held, headBase: 0n, confirmedBase: 0n }
  const fact = await transfersCounted({ session, reading, movements: [], transfers: [] })
  return { fact, changed: [] }
}

/**
 * Throws `ChainUnavailable` if the head is below a block that was seen: then the node fell behind and doesn't know that
 * block. A seen block is ignored if the quorum block is as late or our clock is not, because then a reorg removed it or
 * its timestamp was wrong.
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
  const [reading] = await readReceived(await deps.chain(lock.chainId), options)
  if (!reading) throw new TokenUnreadable(lock.chainId, lock.tokenAddress)
  return reading
}

/** The records about a session's asset; under other terms, another asset may have been recorded. */
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

/** The received amounts, derived from a reading of the balances; `movements` are of the same asset. */
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
  /** Received amounts, not balances. */
  reading: Reading
  ledger: Ledger
  txHashes: readonly string[]
}

/** The transfers of the session's asset on the canonical chain now. */
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
  if (rest.length > 0) await refuseReorg(reading)
  return mergeTransfers(known, [...found, ...rest])
}

/** Money whose block was reorged while its transaction was searched for is not there: it is not without a transaction. */
async function refuseReorg({ client, head }: Reading): Promise<void> {
  if ((await canonicalBlockHash(client, head.number)) === head.hash) return
  throw new ChainUnavailable(client.chain.chainId, 'a reorg happened while it was searched')
}

/**
 * Nodes drop old states, and some have a block's logs later than its balances, so transfers that are still canonical
 * keep their time.
 */
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

/** Maximum blocks to search in one scan; payments in others count without a transaction. */
const maxBlocks = 16

function standingOf({ transfers }: Pick<Ledger, 'transfers'>): Transfer[] {
  return transfers.filter(({ orphaned }) => !orphaned).toSorted(byBlock)
}

/**
 * Many known transfers, and those found since the newest of them. Undefined if there are only a few, if their blocks
 * were reorged, or if they exceed what the address received.
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
 * Whether the known transfers explain the balance and their blocks are still canonical. If none has a transaction, it is
 * searched for again, since some nodes have a block's logs later than its balances; so is late money without one, which
 * may have arrived in time.
 */
async function isCurrent({ session, reading, ledger }: Search): Promise<boolean> {
  const standing = ledger.transfers.filter((t) => !t.orphaned)
  const sum = standing.reduce((total, t) => total + t.amountBase, 0n)
  if (sum !== reading.headBase) return false
  const unnamed = standing.filter(({ txHash }) => txHash === null)
  if (unnamed.length > 0 && unnamed.length === standing.length) return false
  if (unnamed.some(({ blockTime }) => blockTime > session.expiresAt)) return false
  return areCanonical(reading.client, standing)
}

/** The transfers of the session's asset that the canonical chain has now. */
export async function searchChain(search: Search): Promise<Transfer[]> {
  return (await sinceKnown(search)) ?? keepKnown(search, await findOnChain(search))
}

/** Passes known transactions as hints, so that a node without old state finds them again. */
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
