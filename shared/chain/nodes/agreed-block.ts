import { blockIfKept } from '../blocks/block-at-or-after.ts'
import type { BlockRef } from '../blocks/read-block.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { operatorCount, votesNeeded } from './operator-votes.ts'
import { throughNodes } from './through-nodes.ts'

/**
 * The block of a number, if nodes of two operators report the same hash and time (of one, if only one is configured).
 * Undefined if no node has kept it. Throws `ChainUnavailable`, also if they disagree.
 */
export function agreedBlock(client: ChainClient, number: bigint): Promise<BlockRef | undefined> {
  const { chain, nodes } = client
  return readChain(client, async () => {
    const asked = await Promise.allSettled(
      nodes.map(async (node) => ({
        operator: node.name,
        block: await blockIfKept(throughNodes(client, [node]), number),
      })),
    )
    const given = asked.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
    const same = Map.groupBy(given, ({ block }) => block && `${block.hash} ${+block.timestamp}`)
    const agreed = [...same.values()].find((group) => operatorCount(group) >= votesNeeded(client))
    if (agreed?.[0]) return agreed[0].block
    throw new ChainUnavailable(chain.chainId, `too few nodes agree about block ${number}`)
  })
}
