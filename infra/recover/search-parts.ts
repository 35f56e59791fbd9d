import { searchedIndices } from '../../shared/payments/wallet/highest-index-with-money.ts'
import type { FoundMoney } from '../../shared/payments/wallet/search-deposit-addresses.ts'
import type { RecoverOptions } from './recover-options.ts'

type Range = Pick<RecoverOptions, 'from' | 'until' | 'nextIndex'>

/** Indices that are searched one after another: from `from` on, before `until`, which what is found moves on. */
export type Part = { from: number; until: () => number }

/** Starts and stops move a counter on by thousands, and addresses that were swept or never paid leave no trace. */
const unknownGap = 200_000

/** Indices per part of a search that goes downwards, the newest first. */
const partSize = 10_000

/**
 * The parts of a search: downwards from the next index, then upwards from there until enough addresses in a row hold
 * nothing. `found` grows while they are searched.
 */
export function searchParts(
  { from, until, nextIndex }: Range,
  found: readonly Pick<FoundMoney, 'index'>[],
): Part[] {
  const top = Math.max(from, Math.min(nextIndex ?? from, until ?? Number.POSITIVE_INFINITY))
  const parts: Part[] = []
  for (let end = top; end > from; end -= partSize) {
    parts.push({ from: Math.max(from, end - partSize), until: () => end })
  }
  const gap = nextIndex === null ? unknownGap : searchedIndices
  const highest = () => Math.max(top - 1, ...found.map(({ index }) => index))
  return [...parts, { from: top, until: () => until ?? highest() + 1 + gap }]
}

/** Whether money may be behind the last address of a search. */
export function isOpenEnded({ until, nextIndex }: Range): boolean {
  return until === null && nextIndex === null
}

export const openEnd = `More may lie behind: the search ended after ${unknownGap.toLocaleString('en-US')} empty addresses in a row. With the next index, which wallet list of the instance says, it is complete: --next-index N.`
