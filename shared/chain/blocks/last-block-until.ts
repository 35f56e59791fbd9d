import { ChainUnavailable } from '../chain-unavailable.ts'
import { agreedBlock } from '../nodes/agreed-block.ts'
import { throughNodes } from '../nodes/through-nodes.ts'
import type { ChainClient } from '../open-chain.ts'
import { blockAtOrAfter } from './block-at-or-after.ts'
import type { BlockRef } from './read-block.ts'

/**
 * The last block whose time is not after `deadline`, in whole seconds, if nodes of two operators agree on it and on the
 * one that follows it. Undefined if no node has kept it. `newest` is an agreed block past the deadline. Each node is
 * asked to find it, in turn, so that none can name another one. Throws `ChainUnavailable`.
 */
export async function lastBlockUntil(
  client: ChainClient,
  deadline: Date,
  newest: BlockRef,
): Promise<BlockRef | undefined> {
  const next = new Date(Math.floor(deadline.getTime() / 1000) * 1000 + 1000)
  let failure: unknown
  for (const node of client.nodes) {
    try {
      const after = await blockAtOrAfter(throughNodes(client, [node]), next, newest.number)
      const [last, following] = await Promise.all([
        agreedBlock(client, after - 1n),
        agreedBlock(client, after),
      ])
      if (!last) return undefined
      if (last.timestamp < next && following && following.timestamp >= next) return last
    } catch (error) {
      failure = error
    }
  }
  throw failure ?? new ChainUnavailable(client.chain.chainId, 'its nodes disagree about times')
}
