import { derivationGap } from './rules/derivation-gap.ts'
import {
  onceEach,
  type SearchDeps,
  type SearchRange,
  searchDepositAddresses,
  type Unread,
  unreadFrom,
} from './search-deposit-addresses.ts'

/** An earlier set-up may have skipped a gap itself, so money can lie behind as many empty addresses. */
export const searchedIndices = 2 * derivationGap

export type HighestIndex = {
  /** The index before the first one that was searched, if nothing was found. */
  highest: number
  unread: Unread[]
}

type Search = Omit<SearchRange, 'until'> & {
  /** When the search ends, done or not. */
  deadline: Date
}

/**
 * The highest index from `from` on whose deposit address holds money on one of the chains: the search ends when 20,000
 * empty ones follow. What it could not find out stands in `unread`.
 */
export async function highestIndexWithMoney(
  deps: SearchDeps,
  { deadline, ...range }: Search,
): Promise<HighestIndex> {
  let highest = range.from - 1
  const unread: Unread[] = []
  const until = () => highest + 1 + searchedIndices
  for await (const { found, next, chains, ...step } of searchDepositAddresses(deps, {
    ...range,
    until,
  })) {
    highest = Math.max(highest, ...found.map(({ index }) => index))
    unread.push(...step.unread)
    if (next >= until() || deps.now() < deadline) continue
    unread.push(...chains.map((client) => unreadFrom(client, next, 'the search ran out of time')))
    break
  }
  return { highest, unread: onceEach(unread) }
}
