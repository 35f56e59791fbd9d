import { confirmedReading, NotAgreed } from '../../../chain/balances/confirmed-reading.ts'
import { type Reading, readReceived } from '../../../chain/balances/read-received.ts'
import { type TokenUnreadable, unreadableTokens } from '../../../chain/balances/token-unreadable.ts'
import type { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import { assetsOf, type ChainAsset } from '../../../chain/chains.ts'
import type { AskChain } from '../../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { confirmationsOf } from '../../../records/settings/rules/confirmations-of.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { type NoteHoldingsDeps, noteHoldings } from '../holdings/note-holdings.ts'
import { isRecentlyClosed } from '../rules/closed-tiers.ts'
import { closedAddressCreation } from '../store/closed-addresses.ts'
import {
  type CheckedAddress,
  type SearchUnlistedDeps,
  searchUnlisted,
} from '../unlisted/search-unlisted.ts'

export type CheckClosedSessionDeps = SearchUnlistedDeps &
  NoteHoldingsDeps & {
    ask: AskChain
    /** Every enabled chain of a mode: a deposit address is the same on all of them. */
    chains: (mode: Mode) => Promise<readonly ChainClient[]>
  }

/**
 * Checks the address of a closed session, on every enabled chain and in every asset, at any age. Confirmed money that no
 * session counts becomes an unmatched deposit, and after a reorg the ledger is corrected. If a chain or a token can't be
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
  if (done.some(({ isPending }) => isPending)) await watchClosely(deps, session)
  for (const checked of done.flatMap((check) => check.checked ?? [])) {
    await searchUnlisted(deps, checked)
  }
  const errors = [...done.flatMap(({ problems }) => problems), ...failed]
  if (errors.length)
    throw new AggregateError(errors, 'a closed address could not be checked completely')
}

/**
 * Money that isn't confirmed yet is recorded by the next round. At an address that only daily rounds scan, it is as if its
 * session had just closed.
 */
async function watchClosely(
  { table, now }: CheckClosedSessionDeps,
  session: CheckoutSession,
): Promise<void> {
  if (session.closedAt && isRecentlyClosed(session.closedAt, now())) return
  await transact(table, [closedAddressCreation({ ...session, closedAt: now() })])
}

/** Balances of an address on a chain by token (or `native`), except those that could not be read. */
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

/**
 * Balances of closed addresses at the newest confirmed block, address by address, and the balances that could not be
 * read.
 */
export type ClosedReadings = {
  assets: readonly ChainAsset[]
  /** All assets of the first address, then all of the next. */
  readings: readonly (Reading | undefined)[]
  /** Tokens whose contracts returned no balance. */
  unreadable: readonly TokenUnreadable[]
  /** The number of addresses on whose balances the operators don't agree. */
  disputed: number
  /** Whether a node shows other amounts at its head, which are not confirmed yet. */
  isPending: boolean
}

type ClosedQuery = { addresses: readonly string[]; confirmations: number }

/** Reads them in every asset of the chain, as nodes of two operators agree. Throws `ChainUnavailable`. */
export async function readClosed(
  { now }: Pick<CheckClosedSessionDeps, 'now'>,
  client: ChainClient,
  { addresses, confirmations }: ClosedQuery,
): Promise<ClosedReadings> {
  const { chain } = client
  const assets = assetsOf(chain)
  const wanted = addresses.flatMap((address) =>
    assets.map(({ tokenAddress }) => ({ address, token: tokenAddress })),
  )
  const all = await readReceived(client, { assets: wanted, confirmations, now: now() })
  const readings = all.map(confirmedReading)
  const disputed = new Set(wanted.filter((_, n) => all[n] && !readings[n]).map((a) => a.address))
  if (disputed.size > 0 && !readings.some(Boolean)) {
    throw new NotAgreed(chain.chainId, disputed.size)
  }
  const unreadable = unreadableTokens(chain.chainId, wanted, all)
  const isPending = all.some((reading) => reading && reading.headBase !== reading.confirmedBase)
  return { assets, readings, unreadable, disputed: disputed.size, isPending }
}

export type ChainCheck = {
  held: Held
  /** Assets that could not be read. */
  problems: readonly ChainUnavailable[]
  /** Whether something new was recorded. */
  isChanged: boolean
  /** Whether something may have arrived that is not confirmed yet. */
  isPending: boolean
  /** Undefined if no asset could be read. */
  checked: CheckedAddress | undefined
}

/** Checks a closed address on one chain, without the search for unlisted tokens. Throws `ChainUnavailable`. */
export async function checkOnChain(
  deps: CheckClosedSessionDeps,
  session: CheckoutSession,
  chain: ChainClient,
): Promise<ChainCheck> {
  const { chainId } = chain.chain
  const { mode, address, lock } = session
  const confirmations =
    lock.chainId === chainId
      ? session.confirmationsRequired
      : confirmationsOf(await deps.settings(mode), chain.chain)
  const read = await readClosed(deps, chain, { addresses: [address], confirmations })
  const { assets, readings, unreadable, disputed, isPending } = read
  const isChanged = await noteHoldings(deps, session, { assets, chainId, readings })
  const first = readings.find((reading) => reading !== undefined)
  return {
    held: heldOf(assets, readings),
    problems: [...unreadable, ...(disputed > 0 ? [new NotAgreed(chainId, disputed)] : [])],
    isChanged,
    isPending,
    checked: first && { session, client: first.client, head: first.head },
  }
}
