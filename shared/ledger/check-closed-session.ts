import type { AskChain } from '../chain/ask-chain.ts'
import { assetsOf, type ChainAsset } from '../chain/chains.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import { type TokenUnreadable, unreadableTokens } from '../chain/token-unreadable.ts'
import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import type { Mode } from '../kernel/mode.ts'
import { type NoteHoldingsDeps, noteHoldings } from './note-holdings.ts'
import { type CheckedAddress, type SearchUnlistedDeps, searchUnlisted } from './search-unlisted.ts'

export type CheckClosedSessionDeps = SearchUnlistedDeps &
  NoteHoldingsDeps & {
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
