import { type Client, decodeAbiParameters, size } from 'viem'
import { multicall } from '../../chain/balances/multicall.ts'
import { selectors } from '../../chain/balances/selectors.ts'
import type { Chain, HexAddress } from '../../chain/chain.ts'
import { readChain } from '../../chain/read-chain.ts'

/** The round's id, its value, when it started, when it was updated, and the round of the value. */
const round = [
  { type: 'uint80' },
  { type: 'int256' },
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint80' },
] as const

/** Five words. */
const roundBytes = 160

/** A feed's latest round as the node returns it, unverified, with times in seconds. */
export type FeedRound = { answer: bigint; startedAt: bigint; updatedAt: bigint }

/**
 * The latest rounds according to one node, in the order of `feeds` and in one eth_call; undefined for a feed without
 * one.
 */
export async function readFeedRounds(
  { chain, node }: { chain: Chain; node: Client },
  feeds: readonly HexAddress[],
): Promise<(FeedRound | undefined)[]> {
  const callData = selectors['latestRoundData()']
  const asked = feeds.map((target) => ({ target, allowFailure: true, callData }))
  return readChain({ chain }, async () => {
    const results = await multicall({ chain, node }, asked, 'latest')
    return results.map(({ success, returnData }) => {
      // Decoding anything else would fail the other feeds too.
      if (!success || size(returnData) !== roundBytes) return undefined
      const [, answer, startedAt, updatedAt] = decodeAbiParameters(round, returnData)
      return { answer, startedAt, updatedAt }
    })
  })
}
