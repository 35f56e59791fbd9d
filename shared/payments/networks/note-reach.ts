import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import { missingOperators } from '../../chain/nodes/missing-operators.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { isStillMissing } from './rules/network-reach.ts'
import { listNetworkReach, storeNetworkReach } from './store/network-reach.ts'

export type NoteReachDeps = {
  table: Table
  now: () => Date
  ask: AskChain
  chain: (chainId: number) => Promise<ChainClient>
}

/**
 * Notes which operators are missing on chains with open sessions whose nodes don't agree on a block, for the owner. Reads
 * and writes nothing while there is none.
 */
export async function noteReach(
  deps: NoteReachDeps,
  { mode, chainIds }: { mode: Mode; chainIds: readonly number[] },
): Promise<void> {
  if (chainIds.length === 0) return
  const known = await listNetworkReach(deps.table, mode)
  const now = deps.now()
  await Promise.all(
    chainIds.map(async (chainId) => {
      const before = known.find((reach) => reach.chainId === chainId && isStillMissing(reach, now))
      const missing = await missingNow(deps, chainId)
      const since = before?.since ?? now
      await storeNetworkReach(deps.table, mode, { chainId, since, at: now, missing })
    }),
  )
}

async function missingNow({ ask, chain, now }: NoteReachDeps, chainId: number): Promise<string[]> {
  const client = await chain(chainId)
  try {
    return await ask(client, (limited) => missingOperators(limited, { now: now() }))
  } catch (error) {
    // It was not even asked, because it timed out a moment ago.
    if (error instanceof ChainUnavailable) return [...new Set(client.nodes.map(({ name }) => name))]
    throw error
  }
}
