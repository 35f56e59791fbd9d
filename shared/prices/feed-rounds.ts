import { type Client, concat, decodeAbiParameters, encodeAbiParameters, size } from 'viem'
import type { Chain, HexAddress } from '../chain/chain.ts'
import { readChain } from '../chain/read-chain.ts'

/** `latestRoundData()` of Chainlink's aggregators. */
const latestRoundData = '0xfeaf968c'

/** roundId, answer, startedAt, updatedAt, answeredInRound. */
const round = [
  { type: 'uint80' },
  { type: 'int256' },
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint80' },
] as const

/** `aggregate3((address,bool,bytes)[])` of Multicall3. */
const aggregate3 = '0x82ad56cb'

const calls = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'allowFailure', type: 'bool' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const

const outcomes = [
  {
    type: 'tuple[]',
    components: [
      { name: 'success', type: 'bool' },
      { name: 'returnData', type: 'bytes' },
    ],
  },
] as const

/** Five words. */
const roundBytes = 160

/** A feed's latest round, with times in seconds: as the node gives it, so nothing of it is certain. */
export type FeedRound = { answer: bigint; startedAt: bigint; updatedAt: bigint }

/** The latest rounds by one node's word, in the order of `feeds` and in one eth_call; undefined for one that has none. */
export async function readFeedRounds(
  { chain, node }: { chain: Chain; node: Client },
  feeds: readonly HexAddress[],
): Promise<(FeedRound | undefined)[]> {
  const asked = feeds.map(
    (target) => ({ target, allowFailure: true, callData: latestRoundData }) as const,
  )
  const data = concat([aggregate3, encodeAbiParameters(calls, [asked])])
  return readChain({ chain }, async () => {
    // viem's `readContract` would bring 60 kB along, into each function that opens sessions, and its ABIs 8.
    const result = await node.request({
      method: 'eth_call',
      params: [{ to: chain.multicall3, data }, 'latest'],
    })
    const [results] = decodeAbiParameters(outcomes, result)
    return results.map(({ success, returnData }) => {
      // Anything else there would fail the feeds beside it.
      if (!success || size(returnData) !== roundBytes) return undefined
      const [, answer, startedAt, updatedAt] = decodeAbiParameters(round, returnData)
      return { answer, startedAt, updatedAt }
    })
  })
}
