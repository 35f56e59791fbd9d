import { derivationGap } from './rules/derivation-gap.ts'
import {
  onceEach,
  type SearchDeps,
  type SearchRange,
  searchDepositAddresses,
  type Unread,
  unreadFrom,
} from './search-deposit-addresses.ts'

/** An earlier setup may have skipped a gap too, so money may follow that many empty addresses. */
export const searchedIndices = 2 * derivationGap

export type HighestIndex = {
  /** The index before the first one that was searched, if nothing was found. */
  highest: number
  unread: Unread[]
}

type Search = Omit<SearchRange, 'until'> & {
  /** When the search ends, complete or not. */
  deadline: Date
}

/**
 * The highest index from `from` on whose deposit address holds money on one of the chains. The search ends after 20,000
 * empty ones. `unread` lists what could not be read.
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
