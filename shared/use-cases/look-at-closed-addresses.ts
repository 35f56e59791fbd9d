import { assetsOf, type ChainAsset } from '../chain/chains.ts'
import { newestNodeFirst } from '../chain/newest-node-first.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import { refuseContradiction } from '../chain/refuse-contradiction.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import type { Mode } from '../domain/mode.ts'
import { isSameAsset } from '../domain/session-terms.ts'
import type { Transfer } from '../domain/transfer.ts'
import {
  nextClosedLookAt,
  type UnmatchedDeposit,
  unmatchedPart,
} from '../domain/unmatched-deposit.ts'
import { withoutSurplus } from '../domain/without-surplus.ts'
import { loadAddressMovements } from '../store/address-movements.ts'
import { closedSessionsDue, scheduleClosedLook } from '../store/closed-sessions.ts'
import type { Table } from '../store/table.ts'
import { loadTransfers, saveTransfers } from '../store/transfers.ts'
import { loadUnmatchedDeposits, saveUnmatchedDeposit } from '../store/unmatched-deposits.ts'
import { type CorrectLedgerDeps, correctLedger } from './correct-ledger.ts'
import { type Ledger, loadLedger, receivedReading } from './count-money.ts'

export type LookAtClosedAddressesDeps = CorrectLedgerDeps & {
  now: () => Date
  /** Every enabled chain of a mode: a deposit address is the same on all of them. */
  chains: (mode: Mode) => readonly ChainClient[]
  /** Is told of every deposit that is new or has grown. */
  onUnmatched?: (deposit: UnmatchedDeposit) => void
}

const addressesAtOnce = 400
const againMs = 120_000

/**
 * Looks at addresses whose session is over, on every enabled chain and in every asset, at their slower rhythm. Money
 * that no session counts becomes an unmatched deposit, and where blocks were exchanged the ledger is corrected. A chain
 * out of reach, or an address that can't be judged, does not keep the others from being looked at, but is thrown and
 * leaves its addresses due. Returns how many were looked at.
 */
export async function lookAtClosedAddresses(deps: LookAtClosedAddressesDeps): Promise<number> {
  const sessions = await closedSessionsDue(deps.table, {
    until: deps.now(),
    limit: addressesAtOnce,
  })
  const byMode = Map.groupBy(sessions, ({ mode }) => mode)
  const failures: Failure[] = []
  for (const [mode, group] of byMode) {
    const failed = await lookAt(deps, group, deps.chains(mode))
    failures.push(...failed)
    for (const session of group) {
      const again = failed.some((failure) => failure.sessions.includes(session))
      await scheduleNext(deps, session, { again })
    }
  }
  throwAll(failures)
  return sessions.length
}

/** Why these could not be looked at. */
type Failure = { error: unknown; sessions: readonly CheckoutSession[] }

function throwAll(failures: readonly Failure[]): void {
  if (failures.length === 0) return
  const errors = failures.map(({ error }) => error)
  throw new AggregateError(errors, 'closed addresses were not looked at')
}

/** The same for one session, on demand and at any age. */
export async function lookAtClosedAddress(
  deps: LookAtClosedAddressesDeps,
  session: CheckoutSession,
): Promise<void> {
  throwAll(await lookAt(deps, [session], deps.chains(session.mode)))
}

async function lookAt(
  deps: LookAtClosedAddressesDeps,
  sessions: readonly CheckoutSession[],
  chains: readonly ChainClient[],
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const chain of chains) {
    const failed = await lookOnChain(deps, sessions, chain).catch((error) => [{ error, sessions }])
    failures.push(...failed)
  }
  return failures
}

/** Throws where the chain is out of reach. */
async function lookOnChain(
  deps: LookAtClosedAddressesDeps,
  sessions: readonly CheckoutSession[],
  chain: ChainClient,
): Promise<Failure[]> {
  const client = await newestNodeFirst(chain)
  const assets = assetsOf(client.chain)
  const reading = await readReceived(client, {
    assets: sessions.flatMap(({ address }) =>
      assets.map(({ tokenAddress }) => ({ address, token: tokenAddress })),
    ),
    confirmations: 1,
  })
  const failures: Failure[] = []
  for (const [index, session] of sessions.entries()) {
    const from = index * assets.length
    const balances = reading.balances.slice(from, from + assets.length)
    const held = { client, reading: { ...reading, balances } }
    await noteHoldings(deps, session, held).catch((error) => {
      failures.push({ error, sessions: [session] })
    })
  }
  return failures
}

/** `reading` has a balance for each asset of the chain. */
async function noteHoldings(
  deps: LookAtClosedAddressesDeps,
  session: CheckoutSession,
  { client, reading }: { client: ChainClient; reading: Reading },
): Promise<void> {
  const { mode, id: sessionId, lock } = session
  const { chainId } = client.chain
  await dropStrays(deps.table, session)
  const [known, movements, noted] = await Promise.all([
    loadUnmatchedDeposits(deps.table, { mode, sessionId }),
    loadAddressMovements(deps.table, { mode, sessionId }),
    loadLedger(deps.table, session),
  ])
  const ledger = await dropSurplus(deps.table, session, noted)
  for (const [index, asset] of assetsOf(client.chain).entries()) {
    const isThis = (other: { chainId: number; tokenAddress: string | null }) =>
      isSameAsset(other, { chainId, tokenAddress: asset.tokenAddress })
    const held = { ...reading, balances: reading.balances.slice(index, index + 1) }
    const received = receivedReading(held, movements.filter(isThis))
    refuseContradiction(chainId, received)
    const looking = { client, reading: received, ledger }
    const own = isThis(lock) ? await correctLedger(deps, session, looking) : []
    const receivedBase = received.balances[0]?.headBase ?? 0n
    await note(deps, session, { chainId, asset, receivedBase, own, known })
  }
}

/** What a scan noted for other terms, before those that stand were selected, is no money of the session's. */
async function dropStrays(table: Table, { mode, id, lock, otherTerms }: CheckoutSession) {
  if (otherTerms.length === 0) return
  const key = { mode, sessionId: id }
  const noted = await loadTransfers(table, key)
  const strays = noted.filter((t) => !t.orphaned && !isSameAsset(t, lock))
  await saveTransfers(
    table,
    key,
    strays.map((stray) => ({ ...stray, orphaned: true })),
  )
}

/** What a scan noted as another one closed the session counted for nothing: the newest of what is too much. */
async function dropSurplus(
  table: Table,
  { mode, id, received }: CheckoutSession,
  ledger: Ledger,
): Promise<Ledger> {
  const standing = ledger.transfers.filter(({ orphaned }) => !orphaned)
  const counted = withoutSurplus(standing, received.seenBase)
  const dropped = standing.filter((transfer) => !counted.includes(transfer))
  await saveTransfers(
    table,
    { mode, sessionId: id },
    dropped.map((transfer) => ({ ...transfer, orphaned: true })),
  )
  const transfers = ledger.transfers.filter((transfer) => !dropped.includes(transfer))
  return { ...ledger, transfers }
}

type Holding = {
  chainId: number
  asset: ChainAsset
  /** All that ever came. */
  receivedBase: bigint
  /** The session's own transfers of this asset. */
  own: readonly Transfer[]
  /** What was noted before. */
  known: readonly UnmatchedDeposit[]
}

async function note(
  { table, now, onUnmatched }: LookAtClosedAddressesDeps,
  session: CheckoutSession,
  { chainId, asset, receivedBase, own, known }: Holding,
): Promise<void> {
  const { symbol, tokenAddress, decimals } = asset
  const { amountBase, reason } = unmatchedPart(session, own, {
    chainId,
    tokenAddress,
    receivedBase,
  })
  const before = known.find((d) => d.chainId === chainId && d.tokenAddress === tokenAddress)
  const beforeBase = before?.amountBase ?? 0n
  if (amountBase === beforeBase) return
  const { mode, id: sessionId, address } = session
  const held = { chainId, symbol, tokenAddress, decimals, amountBase, reason }
  const deposit = { mode, sessionId, address, ...held, seenAt: now() }
  // Twice rather than never, where we die over it.
  if (amountBase > beforeBase) onUnmatched?.(deposit)
  await saveUnmatchedDeposit(table, deposit)
}

/** Those that have to be looked at `again` give way to the others that are due. */
async function scheduleNext(
  { table, now }: LookAtClosedAddressesDeps,
  session: CheckoutSession,
  { again }: { again: boolean },
): Promise<void> {
  if (!session.closedAt) return
  const soon = new Date(now().getTime() + againMs)
  const next = again ? soon : nextClosedLookAt(session.closedAt, now())
  await scheduleClosedLook(table, session, next)
}
