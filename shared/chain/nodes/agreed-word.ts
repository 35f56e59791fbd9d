import { aggregateAt } from '../balances/aggregate.ts'
import type { Word, WordCall } from '../balances/word-call.ts'
import type { BlockRef } from '../blocks/read-block.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { operatorCount, votesNeeded } from './operator-votes.ts'

/**
 * The result of a call in the state after `block`, as nodes of two operators agree (of one, if only one is configured).
 * Throws `ChainUnavailable`, also if they disagree.
 */
export function agreedWord(client: ChainClient, call: WordCall, block: BlockRef): Promise<Word> {
  const { chain, nodes } = client
  return readChain(client, async () => {
    const asked = await Promise.allSettled(
      nodes.map(async (node) => ({
        operator: node.name,
        word: (await aggregateAt({ chain, node }, block, [call]))[0],
      })),
    )
    const given = asked.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
    const [failure] = asked.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    if (given.length === 0) throw failure
    const same = Map.groupBy(given, ({ word }) => word)
    const agreed = [...same].find(([, group]) => operatorCount(group) >= votesNeeded(client))
    if (agreed) return agreed[0]
    throw new ChainUnavailable(chain.chainId, 'too few nodes agree about what a contract states')
  })
}
