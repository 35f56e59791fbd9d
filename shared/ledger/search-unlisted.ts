import type { Chain } from '../chain/chain.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import type { BlockRef } from '../chain/read-block.ts'
import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import { searchUnlistedTokens, type UnlistedDeps } from './search-unlisted-tokens.ts'

export type SearchUnlistedDeps = UnlistedDeps & {
  /** Runs the search of one chain, for somebody who watches. */
  searching?: (chain: Chain, search: () => Promise<void>) => Promise<void>
  /** Called with every search that was skipped or failed. */
  onUnsearched?: (session: CheckoutSession, chainId: number, error: unknown) => void
}

/** An address whose listed assets have been checked on a chain. */
export type CheckedAddress = {
  session: CheckoutSession
  client: ChainClient
  head: BlockRef
  /** Whether the check found something new. */
  isChanged: boolean
}

type IsUnlistedDue = (checked: CheckedAddress) => boolean

/** The first check of a closed session happens within this time. */
const closingMs = 20 * 60_000

/** Whether the session closed so recently that its first check may still be due. */
export function isJustClosed(closedAt: Date | null, now: Date): boolean {
  return now.getTime() - (closedAt?.getTime() ?? 0) < closingMs
}

/** Unlisted tokens are searched for on a session's own chain just after it closed, and on any chain after a change. */
export function unlistedDueAt(now: Date): IsUnlistedDue {
  return ({ session: { closedAt, lock }, client, isChanged }) => {
    const isOwn = client.chain.chainId === lock.chainId
    return isChanged || (isOwn && isJustClosed(closedAt, now))
  }
}

const searchesAtOnce = 10

/**
 * Searches for unlisted tokens at up to ten addresses. A search that fails or is skipped is only logged: an operator
 * can repeat it with a check.
 */
export async function searchUnlisted(
  deps: SearchUnlistedDeps,
  due: readonly CheckedAddress[],
): Promise<void> {
  const { searching = (_, search) => search() } = deps
  const failed = new Set<number>()
  for (const [index, { session, client, head }] of due.entries()) {
    const { chainId } = client.chain
    if (index >= searchesAtOnce || failed.has(chainId)) {
      deps.onUnsearched?.(session, chainId, new Error('too many searches in one run'))
      continue
    }
    try {
      await searching(client.chain, () => searchUnlistedTokens(deps, session, { client, head }))
    } catch (error) {
      failed.add(chainId)
      deps.onUnsearched?.(session, chainId, error)
    }
  }
}
