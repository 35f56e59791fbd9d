import type { Client } from 'viem'
import type { Chain, Feed } from '../../chain/chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { formatBase } from '../../kernel/money.ts'
import { agreedByNodes, type FeedReading } from './agreed-by-nodes.ts'
import { type FeedRound, readFeedRounds } from './feed-rounds.ts'
import { inTime } from './in-time.ts'
import type { PriceSource } from './price-source.ts'
import { feedVoter } from './price-voters.ts'

const restingFxSeconds = 75 * 3600
const restingDays = ['Sat', 'Sun', 'Mon']

/** After an outage the feeds need time to catch up with the market. */
const sequencerGraceSeconds = 3600

/** Less than a source's total time, so that the others can still agree if one node hangs. */
const nodeTimeoutMs = 1200

/** The last second that a `Date` can hold. */
const maxDateSeconds = 8_640_000_000_000n

/**
 * Chainlink's feeds on one chain: all pairs in one eth_call to each node. Leaves out feeds without a valid round, and
 * those that two nodes disagree on, if there are two. Throws if the nodes can't be read, and if the L2's sequencer is
 * down or has just come up, because its prices are then outdated.
 */
export function feedSource(client: ChainClient, now: () => Date): PriceSource {
  const { chain, nodes } = client
  const voter = feedVoter(chain)
  return {
    ...voter,
    async read(pairs) {
      const feeds = pairs.flatMap((pair) => {
        const feed = chain.feeds[pair]
        return feed ? [{ pair, feed }] : []
      })
      const responses = nodes.map((node, index) =>
        inTime(readNode({ chain, node }, feeds, now()), {
          who: `node ${index + 1} of chain ${chain.chainId}`,
          milliseconds: nodeTimeoutMs,
        }),
      )
      const readings = await agreedByNodes(responses)
      return readings.map((reading) => ({ ...reading, source: voter.name, vote: voter.vote }))
    },
  }
}

async function readNode(
  { chain, node }: { chain: Chain; node: Client },
  feeds: readonly { pair: string; feed: Feed }[],
  now: Date,
): Promise<FeedReading[]> {
  const { sequencerFeed } = chain
  const addresses = feeds.map(({ feed }) => feed.address)
  const asked = sequencerFeed ? [sequencerFeed, ...addresses] : addresses
  const rounds = await readFeedRounds({ chain, node }, asked)
  if (sequencerFeed) checkSequencer(rounds.shift(), chain, now)
  return feeds.flatMap(({ pair, feed }, index) => {
    const round = rounds[index]
    return round && isPossible(round) ? [{ pair, ...readingOf(round, feed, now) }] : []
  })
}

/** The value is 0 if the sequencer is up, and the round started with the latest change. */
function checkSequencer(round: FeedRound | undefined, { chainId }: Chain, now: Date): void {
  if (round?.answer !== 0n) throw new Error(`the sequencer of chain ${chainId} is down`)
  const upSeconds = now.getTime() / 1000 - Number(round.startedAt)
  // Before its first report, the feed's round has no time.
  if (round.startedAt === 0n || upSeconds < sequencerGraceSeconds) {
    throw new Error(`the sequencer of chain ${chainId} has just come up`)
  }
}

function isPossible({ answer, updatedAt }: FeedRound): boolean {
  return answer > 0n && updatedAt > 0n && updatedAt <= maxDateSeconds
}

function readingOf(round: FeedRound, feed: Feed, now: Date): Omit<FeedReading, 'pair'> {
  return {
    price: formatBase(round.answer, feed.decimals),
    updatedAt: new Date(Number(round.updatedAt) * 1000),
    maxAgeSeconds: maxAgeSeconds(feed, now),
  }
}

/**
 * A round may be a little late. Exchange rates pause from Friday evening to Sunday evening in New York, and on
 * holidays.
 */
function maxAgeSeconds({ market, heartbeatSeconds }: Feed, now: Date): number {
  const ordinary = (heartbeatSeconds * 11) / 10 + 120
  const isCoolingDown = market === 'fx' && restingDays.includes(now.toUTCString().slice(0, 3))
  return isCoolingDown ? Math.max(ordinary, restingFxSeconds) : ordinary
}
