import type { Mode } from '../../../kernel/mode.ts'
import { retryClosedAt } from './closed-tiers.ts'

/** The progress of searching a chain for unlisted tokens at a closed session's address. */
export type UnlistedSearch = {
  mode: Mode
  sessionId: string
  shard?: number | undefined
  address: string
  chainId: number
  /** When the session was created: the first search starts there. */
  createdAt: Date
  /** Counts writes, so that a search that ends removes nothing that became due meanwhile. */
  version: number
  /** The last block that was searched; null before the first search. */
  throughBlock: bigint | null
  /** The start of the next search; null before the first one. */
  nextBlock: bigint | null
  /** Contracts whose balance could not be read, to be tried again. */
  unreadable: readonly string[]
  /** Searches in a row that could not be finished. */
  failures: number
  /** Whether it is to be searched in a request of its own, because a request with others brought no result. */
  isAlone: boolean
  /** Null if nothing is due. */
  dueAt: Date | null
  /** When the search ends without a result. */
  untilAt: Date
}

const hourMs = 3_600_000

/** Maximum addresses of one request: nodes limit how many a filter may name. */
const addressesAtOnce = 100

/** A search, and the block where it starts. */
export type Started = { search: Pick<UnlistedSearch, 'isAlone'>; from: bigint }

/**
 * The searches in groups, each of which is one range of blocks: they start within an hour of each other, so that none of
 * them makes the others search weeks.
 */
export function searchGroups<One extends Started>(
  searches: readonly One[],
  blockTimeMs: number,
): One[][] {
  const blocksOfHour = BigInt(Math.ceil(hourMs / blockTimeMs))
  const [alone, others] = [true, false].map((isAlone) =>
    searches.filter(({ search }) => search.isAlone === isAlone),
  )
  const groups: One[][] = []
  for (const one of others?.toSorted((a, b) => Number(a.from - b.from)) ?? []) {
    const group = groups.at(-1)
    const [first] = group ?? []
    const isWithin = first && one.from - first.from <= blocksOfHour
    if (group && isWithin && group.length < addressesAtOnce) group.push(one)
    else groups.push([one])
  }
  return [...groups, ...(alone ?? []).map((one) => [one])]
}

export type Outcome = {
  searchedTo: bigint
  unreadable: readonly string[]
  /** The whole range, and how many addresses were searched with this one. */
  range: { fromBlock: bigint; toBlock: bigint }
  together: number
}

/** Blocks to search again, because they may have been reorged since. */
const overlapBlocks = 20n
/** Contracts that fail are tried again, but no more of them than anyone would look at. */
const maxUnreadable = 20

/** The search afterwards: done, to be continued at once, or to be repeated later. */
export function afterSearch(before: UnlistedSearch, outcome: Outcome, now: Date): UnlistedSearch {
  const { searchedTo, range, together } = outcome
  const isWhole = searchedTo >= range.toBlock
  const hasProgress = searchedTo >= range.fromBlock || range.fromBlock > range.toBlock
  const overlapping = searchedTo > overlapBlocks ? searchedTo - overlapBlocks : 0n
  const unreadable = outcome.unreadable.slice(0, maxUnreadable)
  const after = {
    ...before,
    unreadable,
    throughBlock: searchedTo > 0n ? searchedTo : 0n,
    nextBlock: isWhole ? overlapping : searchedTo + 1n,
    isAlone: false,
    failures: 0,
    dueAt: null,
  }
  if (!hasProgress)
    return unfinishedSearch({ ...after, failures: before.failures }, { now, together })
  if (!isWhole) return { ...after, dueAt: now }
  return unreadable.length > 0 ? repeated({ ...after, failures: before.failures }, now) : after
}

/** The search after one without a result: next alone, or if it was alone already, later and later. */
export function unfinishedSearch(
  search: UnlistedSearch,
  { now, together }: { now: Date; together: number },
): UnlistedSearch {
  return together > 1 ? { ...search, isAlone: true, dueAt: now } : repeated(search, now)
}

/** Repeated after 10 minutes, then 20, and so on up to a day, for as long as closed addresses are scanned. */
export function repeated(search: UnlistedSearch, now: Date): UnlistedSearch {
  const failures = search.failures + 1
  const dueAt = retryClosedAt(failures, now)
  return { ...search, failures, dueAt: dueAt < search.untilAt ? dueAt : null }
}
