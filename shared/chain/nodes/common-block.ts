import type { Client } from 'viem'
import { type BlockRef, readBlock } from '../blocks/read-block.ts'
import { gather } from './gather.ts'
import { operatorCount } from './operator-votes.ts'

export type Tip = { node: Client; operator: string; block: BlockRef }

/** No fork is longer. */
const maxForkBlocks = 256n

type Wanted = {
  /** The number of operators that must have the block. */
  votes: number
  patienceMs: number
}

/**
 * The newest block on which nodes of enough operators agree by number, hash and time. Makes one request per pair of
 * nodes, all at once, and more only if their newest blocks are on different forks. Undefined if they share no block.
 */
export async function commonBlock(
  tips: readonly Tip[],
  { votes, patienceMs }: Wanted,
): Promise<BlockRef | undefined> {
  const heights = [...new Set(tips.map(({ block }) => block.number))].sort((a, b) => Number(b - a))
  const shared = await Promise.all(
    heights.map(async (height) => {
      const reaching = tips.filter(({ block }) => block.number >= height)
      if (operatorCount(reaching) < votes) return undefined
      const asked = reaching.map((tip) => blockAt(tip, height))
      const isEnough = (given: readonly Tip[]) => sharedBlock(given, votes) !== undefined
      const { given } = await gather(asked, { isEnough, patienceMs })
      return sharedBlock(given, votes)
    }),
  )
  return shared.find((block) => block !== undefined) ?? newestBeforeForks(tips)
}

async function blockAt(tip: Tip, height: bigint): Promise<Tip> {
  return tip.block.number === height ? tip : { ...tip, block: await readBlock(tip.node, height) }
}

function sharedBlock(tips: readonly Tip[], votes: number): BlockRef | undefined {
  const same = Map.groupBy(tips, ({ block }) => `${block.hash} ${block.timestamp.getTime()}`)
  return [...same.values()].find((group) => operatorCount(group) >= votes)?.[0]?.block
}

/** The newest block that any two operators share. A node that fails is ignored. */
async function newestBeforeForks(tips: readonly Tip[]): Promise<BlockRef | undefined> {
  const pairs = tips.flatMap((a, index) =>
    tips.slice(index + 1).flatMap((b) => (a.operator === b.operator ? [] : [[a, b] as const])),
  )
  const found = await Promise.allSettled(pairs.map(([a, b]) => forkPoint(a, b)))
  const blocks = found.flatMap((fork) => (fork.status === 'fulfilled' ? (fork.value ?? []) : []))
  return blocks.sort((a, b) => Number(b.number - a.number))[0]
}

/** The last block before two chains diverge, by binary search below their heads. */
async function forkPoint(a: Tip, b: Tip): Promise<BlockRef | undefined> {
  const shared = async (height: bigint) =>
    sharedBlock(await Promise.all([blockAt(a, height), blockAt(b, height)]), 2)
  let [above = 0n] = [a.block.number, b.block.number].sort((x, y) => Number(x - y))
  let height = above > maxForkBlocks ? above - maxForkBlocks : 0n
  let last = await shared(height)
  if (!last) return undefined
  while (above - height > 1n) {
    const middle = (height + above) / 2n
    const block = await shared(middle)
    if (block) [height, last] = [middle, block]
    else above = middle
  }
  return last
}
