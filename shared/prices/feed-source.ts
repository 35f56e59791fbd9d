import { decodeFunctionResult, encodeFunctionData, multicall3Abi } from 'viem'
import type { Feed } from '../chain/chain.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { readChain } from '../chain/read-chain.ts'
import { formatBase } from '../domain/money.ts'
import type { PriceReading } from './median-price.ts'
import type { PriceSource } from './price-source.ts'

const uint80 = { type: 'uint80' } as const
const aggregatorAbi = [
  {
    type: 'function',
    name: 'latestRoundData',
    stateMutability: 'view',
    inputs: [],
    outputs: [
      { ...uint80, name: 'roundId' },
      { type: 'int256', name: 'answer' },
      { type: 'uint256', name: 'startedAt' },
      { type: 'uint256', name: 'updatedAt' },
      { ...uint80, name: 'answeredInRound' },
    ],
  },
] as const

const restingFxSeconds = 75 * 3600
const restingDays = ['Sat', 'Sun', 'Mon']

/** Chainlink's feeds on one chain: all pairs in one eth_call. A feed that gives no answer is left out. */
export function feedSource(client: ChainClient, now: () => Date): PriceSource {
  const { chain } = client
  return {
    name: `feeds of chain ${chain.chainId}`,
    pairs: Object.keys(chain.feeds),
    currencies: Object.entries(chain.feeds).flatMap(([pair, { market }]) =>
      market === 'fx' ? [pair.replace(/\/USD$/, '')] : [],
    ),
    async read(pairs) {
      const feeds = pairs.flatMap((pair) => {
        const feed = chain.feeds[pair]
        return feed ? [{ pair, feed }] : []
      })
      const rounds = await latestRounds(
        client,
        feeds.map(({ feed }) => feed),
      )
      return feeds.flatMap(({ pair, feed }, index) => {
        const round = rounds[index]
        if (!round || round.answer <= 0n) return []
        return [{ pair, ...readingOf(round, feed, now()), source: `chain ${chain.chainId}` }]
      })
    },
  }
}

type Round = { answer: bigint; updatedAt: bigint }

async function latestRounds(
  client: ChainClient,
  feeds: readonly Feed[],
): Promise<(Round | undefined)[]> {
  const callData = encodeFunctionData({ abi: aggregatorAbi })
  const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const
  const data = encodeFunctionData({
    ...aggregate3,
    args: [feeds.map(({ address }) => ({ target: address, allowFailure: true, callData }))],
  })
  return readChain(client, async () => {
    // viem's own `readContract` would bring 60 kB along, into each function that opens sessions.
    const answer = await client.node.request({
      method: 'eth_call',
      params: [{ to: client.chain.multicall3, data }, 'latest'],
    })
    const results = decodeFunctionResult({ ...aggregate3, data: answer })
    return results.map(({ success, returnData }) => {
      if (!success || returnData === '0x') return undefined
      const [, answer, , updatedAt] = decodeFunctionResult({ abi: aggregatorAbi, data: returnData })
      return { answer, updatedAt }
    })
  })
}

function readingOf(round: Round, feed: Feed, now: Date): Omit<PriceReading, 'source'> {
  return {
    price: formatBase(round.answer, feed.decimals),
    updatedAt: new Date(Number(round.updatedAt) * 1000),
    maxAgeSeconds: maxAgeSeconds(feed, now),
  }
}

/** A round may be a little late. Exchange rates rest from Friday's to Sunday's evening in New York, and on holidays. */
function maxAgeSeconds({ market, heartbeatSeconds }: Feed, now: Date): number {
  const ordinary = (heartbeatSeconds * 11) / 10 + 120
  const isResting = market === 'fx' && restingDays.includes(now.toUTCString().slice(0, 3))
  return isResting ? Math.max(ordinary, restingFxSeconds) : ordinary
}
