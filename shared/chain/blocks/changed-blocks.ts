import type { Balance, BalanceAt } from '../balances/oldest-balance.ts'
import { largest, largestFirst } from '../nodes/largest.ts'

type Search = {
  balanceAt: BalanceAt
  /** Blocks to split at first, ascending. */
  boundaries: readonly bigint[]
  /** Maximum blocks to return, those with the largest changes first. */
  maxBlocks: number
}

/** How a range of blocks, possibly a single one, changed the balance. */
export type Change = { low: Balance; high: Balance }

const splitsAtOnce = 8
/** Finding one change takes about ten readings, most of which the following ones share. */
const readingsPerBlock = 6

/**
 * The blocks in which a balance changed, oldest first. Halves the ranges that changed, the largest change first. The
 * number of readings is bounded, so an amount that was sent in a thousand parts is not traced completely.
 */
export async function changedBlocks(search: Search, whole: Change): Promise<Change[]> {
  let open = [whole].filter(hasChanged)
  const found: Change[] = []
  let readings = search.maxBlocks * readingsPerBlock
  while (open.length > 0 && found.length < search.maxBlocks && readings > 0) {
    const ordered = largestFirst(open, sizeOf)
    const next = ordered.slice(0, splitsAtOnce)
    const halves = await Promise.all(next.filter(isWide).map((change) => halved(search, change)))
    readings -= halves.length
    found.push(...next.filter((change) => !isWide(change)))
    open = [...ordered.slice(splitsAtOnce), ...halves.flat().filter(hasChanged)]
  }
  const kept = largest(found, search.maxBlocks, sizeOf)
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
