import { largest, largestFirst } from './largest.ts'
import type { Balance, BalanceAt } from './oldest-balance.ts'

type Search = {
  balanceAt: BalanceAt
  /** Blocks to split at first, ascending. */
  boundaries: readonly bigint[]
  /** At most so many blocks are found, those with the largest changes first. */
  mostBlocks: number
}

/** What a range of blocks changed; as few as one block. */
export type Change = { low: Balance; high: Balance }

const splitsAtOnce = 8
/** One change is found in about ten readings, and those that follow share most of them. */
const readingsPerBlock = 6

/**
 * The blocks in which a balance changed, oldest first, by halving the ranges that changed, the largest change first. What
 * somebody sends in a thousand parts is not followed to the last of them.
 */
export async function changedBlocks(search: Search, whole: Change): Promise<Change[]> {
  let open = [whole].filter(hasChanged)
  const found: Change[] = []
  let readings = search.mostBlocks * readingsPerBlock
  while (open.length > 0 && found.length < search.mostBlocks && readings > 0) {
    const ordered = largestFirst(open, sizeOf)
    const next = ordered.slice(0, splitsAtOnce)
    const halves = await Promise.all(next.filter(isWide).map((change) => halved(search, change)))
    readings -= halves.length
    found.push(...next.filter((change) => !isWide(change)))
    open = [...ordered.slice(splitsAtOnce), ...halves.flat().filter(hasChanged)]
  }
  const kept = largest(found, search.mostBlocks, sizeOf)
  return kept.toSorted((a, b) => Number(a.high.blockNumber - b.high.blockNumber))
}

function hasChanged({ low, high }: Change): boolean {
  return low.base !== high.base
}

function isWide({ low, high }: Change): boolean {
  return high.blockNumber - low.blockNumber > 1n
}

function sizeOf({ low, high }: Change): bigint {
  return low.base > high.base ? low.base - high.base : high.base - low.base
}

async function halved({ balanceAt, boundaries }: Search, { low, high }: Change): Promise<Change[]> {
  const isInside = (block: bigint) => block > low.blockNumber && block < high.blockNumber
  const split = boundaries.find(isInside) ?? (low.blockNumber + high.blockNumber) / 2n
  const middle = await balanceAt(split)
  return [
    { low, high: middle },
    { low: middle, high },
  ]
}
