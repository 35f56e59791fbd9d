import { blockAtOrAfter } from '../../../chain/blocks/block-at-or-after.ts'
import type { BlockRef } from '../../../chain/blocks/read-block.ts'
import type { Chain } from '../../../chain/chain.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { transact } from '../../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import {
  loadUnlistedSearches,
  newUnlistedSearch,
  unlistedSearchDue,
} from '../store/unlisted-searches.ts'
import { searchUnlistedTokens, type UnlistedDeps } from './search-unlisted-tokens.ts'

export type SearchUnlistedDeps = UnlistedDeps & {
  /** Runs the search of one chain, for somebody who watches. */
  searching?: (chain: Chain, search: () => Promise<void>) => Promise<void>
  /** Called with every search that failed, and is due again. */
  onUnsearched?: (session: CheckoutSession, chainId: number, error: unknown) => void
}

/** An address whose listed assets have been checked on a chain, and the confirmed block of that check. */
export type CheckedAddress = { session: CheckoutSession; client: ChainClient; head: BlockRef }

/** Searches for unlisted tokens now. A search that fails is logged, and made with those that are due. */
export async function searchUnlisted(
  deps: SearchUnlistedDeps,
  { session, client, head }: CheckedAddress,
): Promise<void> {
  const { table, now, searching = (_, search) => search() } = deps
  const { chainId } = client.chain
  try {
    await searching(client.chain, () => searchNow(deps, { session, client, head }))
  } catch (error) {
    deps.onUnsearched?.(session, chainId, error)
    await transact(table, [unlistedSearchDue(session, chainId, now())])
  }
}

async function searchNow(
  deps: UnlistedDeps,
  { session, client, head: { number: toBlock } }: CheckedAddress,
): Promise<void> {
  const { mode, id: sessionId, createdAt } = session
  const { chainId } = client.chain
  const searches = await loadUnlistedSearches(deps.table, { mode, sessionId })
  const known = searches.find((search) => search.chainId === chainId)
  const search = known ?? newUnlistedSearch(session, chainId, deps.now())
  const fromBlock = search.nextBlock ?? (await blockAtOrAfter(client, createdAt, toBlock))
  await searchUnlistedTokens(deps, client, { searches: [search], fromBlock, toBlock })
}
