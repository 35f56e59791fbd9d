import { ChainUnavailable } from '../chain-unavailable.ts'
import { commonBlock } from '../nodes/common-block.ts'
import { votesNeeded } from '../nodes/operator-votes.ts'
import { usableHeads } from '../nodes/usable-heads.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { confirmedBlock, isConfirmedByTag } from './confirmed-block.ts'
import type { BlockRef } from './read-block.ts'

/**
 * The newest block with the chain's own number of confirmations, as nodes of two operators agree (of one, if only one is
 * configured). Throws `ChainUnavailable`.
 */
export function readConfirmedBlock(
  client: ChainClient,
  { now, patienceMs = 1000 }: { now: Date; patienceMs?: number },
): Promise<BlockRef> {
  return readChain(client, async () => {
    const { chainId, confirmations } = client.chain
    const quorum = { votes: votesNeeded(client), patienceMs }
    const withFinal = isConfirmedByTag(client.chain, confirmations)
    const heads = await usableHeads(client, { now, withFinal, patienceMs })
    const quorumBlock = await commonBlock(heads, quorum)
    const confirmed =
      quorumBlock && (await confirmedBlock(heads, { quorumBlock, confirmations, ...quorum }))
    if (!confirmed) throw new ChainUnavailable(chainId, 'its nodes disagree about the last blocks')
    return confirmed
  })
}
