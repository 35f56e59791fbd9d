import { decodeFunctionResult, encodeFunctionData, multicall3Abi } from 'viem'
import type { Chain, Feed, HexAddress } from '../chain/chain.ts'
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

/** After an outage the feeds need time to catch up with the market. */
const sequencerGraceSeconds = 3600

/**
 * Chainlink's feeds on one chain: all pairs in one eth_call. A feed that gives no answer is left out. Throws where the
 * L2's sequencer is down or has just come up: its prices are those of before.
 */
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
      const { sequencerFeed } = chain
      const addresses = feeds.map(({ feed }) => feed.address)
      const asked = sequencerFeed ? [sequencerFeed, ...addresses] : addresses
      const rounds = await latestRounds(client, asked)
      if (sequencerFeed) checkSequencer(rounds.shift(), chain, now())
      return feeds.flatMap(({ pair, feed }, index) => {
        const round = rounds[index]
        if (!round || round.answer <= 0n) return []
        return [{ pair, ...readingOf(round, feed, now()), source: `chain ${chain.chainId}` }]
      })
    },
  }
}

type Round = { answer: bigint; startedAt: bigint; updatedAt: bigint }

/** The answer is 0 for up, and its round began with the latest change. */
function checkSequencer(round: Round | undefined, { chainId }: Chain, now: Date): void {
  if (round?.answer !== 0n) throw new Error(`the sequencer of chain ${chainId} is down`)
  const upSeconds = now.getTime() / 1000 - Number(round.startedAt)
  // Before its first report the feed's round has no time.
  if (round.startedAt === 0n || upSeconds < sequencerGraceSeconds) {
    throw new Error(`the sequencer of chain ${chainId} has just come up`)
  }
}

async function latestRounds(
  client: ChainClient,
  feeds: readonly HexAddress[],
): Promise<(Round | undefined)[]> {
  const callData = encodeFunctionData({ abi: aggregatorAbi })
  const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const
  const data = encodeFunctionData({
    ...aggregate3,
    args: [feeds.map((target) => ({ target, allowFailure: true, callData }))],
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
      const [, answer, startedAt, updatedAt] = decodeFunctionResult({
        abi: aggregatorAbi,
        data: returnData,
      })
      return { answer, startedAt, updatedAt }
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
