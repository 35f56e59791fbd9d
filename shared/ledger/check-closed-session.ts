import type { AskChain } from '../chain/ask-chain.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { assetsOf, type ChainAsset } from '../chain/chains.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import { refuseContradiction } from '../chain/refuse-contradiction.ts'
import { type TokenUnreadable, unreadableTokens } from '../chain/token-unreadable.ts'
import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import { isSameAsset } from '../checkout-sessions/rules/session-terms.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { loadHoldings } from '../sweeps/store/holdings.ts'
import { type CorrectLedgerDeps, correctLedger } from './correct-ledger.ts'
import { type Ledger, loadLedger, receivedReading } from './count-money.ts'
import { withOpening } from './note-opening.ts'
import { type NoteUnmatchedDepositDeps, noteUnmatchedDeposit } from './note-unmatched-deposit.ts'
import { type AddressMovement, openingOf } from './rules/address-movement.ts'
import { withoutSurplus } from './rules/without-surplus.ts'
import { type CheckedAddress, type SearchUnlistedDeps, searchUnlisted } from './search-unlisted.ts'
import { loadAddressMovements } from './store/address-movements.ts'
import { loadTransfers, saveTransfers } from './store/transfers.ts'
import { loadUnmatchedDeposits } from './store/unmatched-deposits.ts'

export type CheckClosedSessionDeps = SearchUnlistedDeps &
  CorrectLedgerDeps &
  NoteUnmatchedDepositDeps & {
    ask: AskChain
    /** Every enabled chain of a mode: a deposit address is the same on all of them. */
    chains: (mode: Mode) => Promise<readonly ChainClient[]>
  }

/**
 * Checks the address of a closed session, on every enabled chain and in every asset, at any age. Money that no session
 * counts becomes an unmatched deposit, and after a reorg the ledger is corrected. If a chain or a token can't be
 * checked, throws once all the others are checked.
 */
export async function checkClosedSession(
  deps: CheckClosedSessionDeps,
  session: CheckoutSession,
): Promise<void> {
  const chains = await deps.chains(session.mode)
  const checks = chains.map((chain) =>
    deps.ask(chain, (client) => checkOnChain(deps, session, client)),
  )
  const outcomes = await Promise.allSettled(checks)
  const done = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
  const failed = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  // Last, because a search needs many requests, and money in listed assets must not wait for it.
  await searchUnlisted(
    deps,
    done.flatMap(({ checked }) => checked ?? []),
  )
  const errors = [...done.flatMap(({ unreadable }) => unreadable), ...failed]
  if (errors.length)
    throw new AggregateError(errors, 'a closed address could not be checked completely')
}

/** What an address holds on a chain by token (or `native`), without tokens that could not be read. */
export type Held = Readonly<Record<string, bigint>>

/** The readings are of one address, one for each of `assets`. */
export function heldOf(
  assets: readonly ChainAsset[],
  readings: readonly (Reading | undefined)[],
): Held {
  const entries = assets.flatMap(({ tokenAddress }, index) => {
    const reading = readings[index]
    return reading ? [[tokenAddress ?? 'native', reading.headBase] as const] : []
  })
  return Object.fromEntries(entries)
}

export type ChainCheck = {
  held: Held
  /** Tokens whose contracts returned no balance. */
  unreadable: readonly TokenUnreadable[]
  /** Undefined if no asset could be read. */
  checked: CheckedAddress | undefined
}

/** The same on one chain, without the search for unlisted tokens. Throws `ChainUnavailable`. */
export async function checkOnChain(
  deps: CheckClosedSessionDeps,
  session: CheckoutSession,
  chain: ChainClient,
): Promise<ChainCheck> {
  const { chainId } = chain.chain
  const assets = assetsOf(chain.chain)
  const wanted = assets.map(({ tokenAddress }) => ({
    address: session.address,
    token: tokenAddress,
  }))
  const options = { assets: wanted, confirmations: 1, now: deps.now() }
  const readings = await readReceived(chain, options)
  const isChanged = await noteHoldings(deps, session, { assets, chainId, readings })
  const read = readings.find((reading) => reading !== undefined)
  return {
    held: heldOf(assets, readings),
    unreadable: unreadableTokens(chainId, wanted, readings),
    checked: read && { session, client: read.client, head: read.head, isChanged },
  }
}

/** Money is just leaving an address, so its balance says nothing about what its customers sent. */
export class BeingSwept extends ChainUnavailable {
  constructor(chainId: number) {
    super(chainId, 'the address is being swept; check again in a few minutes')
  }
}

/** The holdings on one chain, with a reading of each asset that could be read. */
type Holdings = {
  chainId: number
  assets: readonly ChainAsset[]
  readings: readonly (Reading | undefined)[]
}

/** Returns whether anything has changed. Assets that could not be read stay as they are. */
async function noteHoldings(
  deps: CheckClosedSessionDeps,
  session: CheckoutSession,
  { chainId, assets, readings }: Holdings,
): Promise<boolean> {
  const { mode, id: sessionId, lock } = session
  await dropStrays(deps.table, session)
  // Before the movements: a sweep that ends meanwhile is either seen here or among them.
  const swept = await loadHoldings(deps.table, { mode, sessionId })
  if (swept.some((holding) => holding.chainId === chainId && holding.sweepId !== null)) {
    throw new BeingSwept(chainId)
  }
  const [known, movements, noted] = await Promise.all([
    loadUnmatchedDeposits(deps.table, { mode, sessionId }),
    loadAddressMovements(deps.table, { mode, sessionId }),
    loadLedger(deps.table, session),
  ])
  const ledger = await dropSurplus(deps.table, session, noted)
  let isChanged = false
  for (const [index, asset] of assets.entries()) {
    const isThis = (other: { chainId: number; tokenAddress: string | null }) =>
      isSameAsset(other, { chainId, tokenAddress: asset.tokenAddress })
    const held = readings[index]
    if (!held) continue
    const holding = { reading: held, movements: movements.filter(isThis) }
    const current = isThis(lock) ? await withCurrentOpening(deps, session, holding) : undefined
    const moved = current ?? holding.movements
    const received = receivedReading(held, moved)
    refuseContradiction(chainId, received)
    const scanned = { reading: received, ledger: { ...ledger, movements: moved } }
    const own = isThis(lock) ? await correctLedger(deps, session, scanned) : []
    const isNoted = await noteUnmatchedDeposit(deps, session, {
      ...{ client: received.client, asset, head: received.head, own },
      receivedBase: received.headBase,
      movements: moved,
      known: known.find((deposit) => isThis(deposit) && deposit.reason !== 'before_session'),
    })
    isChanged ||= isNoted
  }
  return isChanged
}

/** Reads the opening holding again if there was one, since its block may have been reorged. */
async function withCurrentOpening(
  deps: CheckClosedSessionDeps,
  session: CheckoutSession,
  holding: Parameters<typeof withOpening>[2],
): Promise<AddressMovement[] | undefined> {
  const noted = openingOf(holding.movements)
  return noted && noted.amountBase > 0n ? withOpening(deps, session, holding) : undefined
}

/** Transfers recorded under other terms, before the current ones were selected, don't belong to the session. */
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

/**
 * Drops transfers that one scan recorded while another closed the session without them: the newest above what was
 * counted.
 */
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
