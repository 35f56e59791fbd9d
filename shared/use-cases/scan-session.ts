import { blockAtOrAfter } from '../chain/block-at-or-after.ts'
import { canonicalBlockHash } from '../chain/canonical-block-hash.ts'
import { findTransfers } from '../chain/find-transfers.ts'
import { newestNodeFirst } from '../chain/newest-node-first.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import { countTransfers } from '../domain/count-transfers.ts'
import type { SessionFact } from '../domain/decide-session.ts'
import { invariant } from '../domain/invariant.ts'
import { mergeTransfers } from '../domain/merge-transfers.ts'
import type { Mode } from '../domain/mode.ts'
import type { Transfer } from '../domain/transfer.ts'
import { unexplainedMoney } from '../domain/unexplained-money.ts'
import { loadCheckoutSession } from '../store/sessions.ts'
import { loadTransfers, saveTransfers } from '../store/transfers.ts'
import { type ApplyFactDeps, applyFact } from './apply-fact.ts'

export type ScanDeps = ApplyFactDeps & {
  /** The client of an enabled chain; throws where the chain is not enabled. */
  chain: (chainId: number) => ChainClient
}

export type ScanInput = {
  mode: Mode
  sessionId: string
  /** Transactions that a notification named: they speed the search up and are not believed. */
  txHashes?: readonly string[]
}

/** What the address held of the asset that this version of the session is priced in. */
export type RecentReading = { version: number; reading: Reading }

/**
 * Looks at a session's address on its chain and applies what it finds. Every way of noticing a payment ends here.
 * Undefined where there is no such session. Throws `ChainUnavailable` where the node gave no answer: nothing is
 * concluded from silence, the caller tries again. A caller that has just read the address may give what it read.
 */
export async function scanSession(
  deps: ScanDeps,
  { mode, sessionId, txHashes = [] }: ScanInput,
  { recent }: { recent?: RecentReading | undefined } = {},
): Promise<CheckoutSession | undefined> {
  const session = await loadCheckoutSession(deps.table, mode, sessionId)
  if (!session || session.closedAt) return session
  const read = recent?.version === session.version ? recent.reading : undefined
  const chain = deps.chain(session.lock.chainId)
  const client = read ? chain : await newestNodeFirst(chain)
  const reading = read ?? (await readSession(client, session))
  const transfers = await currentTransfers(deps, { session, client, reading, txHashes })
  return applyFact(deps, { mode, sessionId }, moneyCounted(session, transfers, reading))
}

function readSession(
  client: ChainClient,
  { address, lock, confirmationsRequired }: CheckoutSession,
): Promise<Reading> {
  const assets = [{ address, token: lock.tokenAddress }]
  return readReceived(client, { assets, confirmations: confirmationsRequired })
}

type Search = {
  session: CheckoutSession
  client: ChainClient
  reading: Reading
  txHashes: readonly string[]
}

/** The session's transfers as the canonical chain has them now, written down before anything is decided on them. */
async function currentTransfers(deps: ScanDeps, search: Search): Promise<Transfer[]> {
  const { session, reading } = search
  if (balanceOf(reading).headBase === 0n && !session.firstSeenAt) return []
  const key = { mode: session.mode, sessionId: session.id }
  const known = await loadTransfers(deps.table, key)
  if (await isCurrent(search, known)) return known
  const found = await searchChain(search, known)
  const rest = unexplainedMoney(
    session,
    { known, found },
    { balanceBase: balanceOf(reading).headBase, block: reading.head },
  )
  const { transfers, changed } = mergeTransfers(known, [...found, ...rest])
  await saveTransfers(deps.table, key, changed)
  return transfers
}

/** Whether the known transfers explain the balance and their blocks still stand. */
async function isCurrent(
  { client, reading }: Search,
  known: readonly Transfer[],
): Promise<boolean> {
  const standing = known.filter((t) => !t.orphaned)
  const sum = standing.reduce((total, t) => total + t.amountBase, 0n)
  return sum === balanceOf(reading).headBase && areCanonical(client, standing)
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

/** What is known already is named as a hint, so that a node without old state finds it again. */
export async function searchChain(
  { session, client, reading, txHashes }: Search,
  known: readonly Transfer[],
): Promise<Transfer[]> {
  const { chainId, tokenAddress } = session.lock
  const found = await findTransfers(client, {
    address: session.address,
    token: tokenAddress,
    fromBlock: await blockAtOrAfter(client, searchFrom(session), reading.head.number),
    toBlock: reading.head.number,
    hints: [...txHashes, ...known.flatMap(({ txHash }) => txHash ?? [])],
  })
  return found.map(({ blockTimestamp, ...transfer }) => ({
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
): SessionFact {
  const { headBase, confirmedBase } = balanceOf(reading)
  const standing = transfers.filter((t) => !t.orphaned).toSorted(byBlock)
  const newest = standing.at(-1)
  return {
    type: 'moneyCounted',
    headTime: reading.head.timestamp,
    seen: countTransfers(session, transfers, { balanceBase: headBase, upTo: reading.head.number }),
    confirmed: countTransfers(session, transfers, {
      // What two nodes do not agree on is on its way, not confirmed.
      balanceBase: reading.agreed ? confirmedBase : 0n,
      upTo: reading.confirmed.number,
    }),
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
