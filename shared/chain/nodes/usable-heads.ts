import type { NodeHead } from '../blocks/confirmed-block.ts'
import { finalBlock } from '../blocks/final-block.ts'
import { readBlock } from '../blocks/read-block.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { gather } from './gather.ts'
import { operatorCount } from './operator-votes.ts'

/** Maximum time that a chain's clock may be ahead of ours. */
const maxAheadMs = 900_000
const maxBehindMs = 120_000

/**
 * The heads of all nodes that can be used now. Once one has responded, the others have `patienceMs` left. Ignores heads
 * that are further ahead of our clock than any clock should be, and nodes that are more than two minutes behind the
 * others. Throws `ChainUnavailable` and viem's errors if there is none.
 */
export async function usableHeads(
  client: ChainClient,
  { now, withFinal, patienceMs }: { now: Date; withFinal: boolean; patienceMs: number },
): Promise<NodeHead[]> {
  const { chain } = client
  const asked = client.nodes.map(async (own): Promise<NodeHead> => {
    // A single node is retried once if it fails; several nodes have one try each.
    const node = client.nodes.length === 1 ? client.node : own
    const [block, final] = await Promise.all([
      readBlock(node),
      withFinal ? finalBlock(node) : undefined,
    ])
    if (final && final.number > block.number) {
      throw new ChainUnavailable(chain.chainId, 'its head is behind its last final block')
    }
    return { node, operator: own.name, block, final }
  })
  const { given, failures } = await gather(asked, {
    isEnough: (heads) => heads.some((head) => isPossible(head, now)),
    patienceMs,
  })
  const possible = given.filter((head) => isPossible(head, now))
  if (possible.length > 0) return withoutLaggards(possible, now)
  if (given.length > 0) throw new ChainUnavailable(chain.chainId, 'its head is in the future')
  throw failures[0]
}

function isPossible({ block }: NodeHead, now: Date): boolean {
  return block.timestamp.getTime() <= now.getTime() + maxAheadMs
}

/**
 * Removes nodes that are far behind the others. A single node that is ahead of our clock, or of two others, doesn't
 * make the others count as behind: its head may be fake.
 */
function withoutLaggards(heads: readonly NodeHead[], now: Date): NodeHead[] {
  const times = newestByOperator(heads)
  const reached = times[operatorCount(heads) > 2 ? 1 : 0] ?? 0
  const oldest = Math.min(reached, now.getTime()) - maxBehindMs
  return heads.filter(({ block }) => block.timestamp.getTime() >= oldest)
}

function newestByOperator(heads: readonly NodeHead[]): number[] {
  const byOperator = Map.groupBy(heads, ({ operator }) => operator)
  const newest = [...byOperator.values()].map((own) =>
    Math.max(...own.map(({ block }) => block.timestamp.getTime())),
  )
  return newest.sort((a, b) => b - a)
}
