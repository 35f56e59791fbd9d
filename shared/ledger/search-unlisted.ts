import type { ChainClient } from '../chain/open-chain.ts'
import type { BlockRef } from '../chain/read-block.ts'
import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import { searchUnlistedTokens, type UnlistedDeps } from './search-unlisted-tokens.ts'

export type SearchUnlistedDeps = UnlistedDeps & {
  /** Is called with every search that was due and not made, or failed. */
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

/** The first check after the closing comes within this time. */
const closingMs = 20 * 60_000

/** Whether it is so shortly after the closing that the first check may still be due. */
export function isJustClosed(closedAt: Date | null, now: Date): boolean {
  return now.getTime() - (closedAt?.getTime() ?? 0) < closingMs
}

/** Unlisted tokens are searched for when a session has been closed, on its own chain, and where something changed. */
export function unlistedDueAt(now: Date): IsUnlistedDue {
  return ({ session: { closedAt, lock }, client, isChanged }) => {
    const isOwn = client.chain.chainId === lock.chainId
    return isChanged || (isOwn && isJustClosed(closedAt, now))
  }
}

const searchesAtOnce = 10

/**
 * Searches for unlisted tokens, at most ten addresses at a time. What fails or is left over keeps nothing from being done:
 * the operator's own check makes up for it.
 */
export async function searchUnlisted(
  deps: SearchUnlistedDeps,
  due: readonly CheckedAddress[],
): Promise<void> {
  const failed = new Set<number>()
  for (const [index, { session, client, head }] of due.entries()) {
    const { chainId } = client.chain
    if (index >= searchesAtOnce || failed.has(chainId)) {
      deps.onUnsearched?.(session, chainId, new Error('too many searches at once'))
      continue
    }
    try {
      await searchUnlistedTokens(deps, session, { client, head })
    } catch (error) {
      failed.add(chainId)
      deps.onUnsearched?.(session, chainId, error)
    }
  }
}
