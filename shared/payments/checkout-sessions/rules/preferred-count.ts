import { enoughBase, type TransfersCounted } from './decide-session.ts'
import { isSameAsset } from './session-terms.ts'

type Preference = {
  lock: TransfersCounted['lock']
  underpaymentTolerancePercent: number
}

/**
 * Which of a session's terms its money counts for, given the counts under each. Prefers terms with money in time: the
 * exact amount, then enough, then any. If several assets were paid, the earliest terms win; of one asset at several
 * prices, the session's current terms, then the latest. Its times are the oldest of all, so that a deadline has passed only once it has on every chain.
 */
export function preferredCount<Count extends { fact: TransfersCounted }>(
  counts: readonly Count[],
  { lock, underpaymentTolerancePercent }: Preference,
): Count | undefined {
  const own = counts.filter(({ fact }) => fact.lock === lock)
  const others = counts.filter(({ fact }) => fact.lock !== lock)
  const inOrder = [...own, ...others.toSorted(laterFirst)]
  const isExact = ({ fact }: Count) => fact.seen.onTimeBase === fact.lock.amountBase
  const isEnough = ({ fact }: Count) => isPaid(fact, underpaymentTolerancePercent)
  const isAny = ({ fact }: Count) => fact.seen.onTimeBase > 0n
  const count =
    earliest(inOrder.filter(isExact)) ??
    earliest(inOrder.filter(isEnough)) ??
    inOrder.find(isAny) ??
    inOrder[0]
  if (!count) return undefined
  const oldest = (name: 'headTime' | 'confirmedTime') =>
    new Date(Math.min(...counts.map(({ fact }) => fact[name].getTime())))
  const times = { headTime: oldest('headTime'), confirmedTime: oldest('confirmedTime') }
  return { ...count, fact: { ...count.fact, ...times } }
}

/** Whether enough arrived in time, confirmed or not. */
export function isPaid({ seen, lock }: TransfersCounted, tolerancePercent: number): boolean {
  return seen.onTimeBase >= enoughBase(lock.amountBase, tolerancePercent)
}

/** The count of the earliest terms if the assets differ; for the same money at several prices, the first. */
function earliest<Count extends { fact: TransfersCounted }>(
  counts: readonly Count[],
): Count | undefined {
  const isFirst = ({ fact }: Count, index: number) =>
    counts.findIndex((other) => isSameAsset(other.fact.lock, fact.lock)) === index
  return counts.filter(isFirst).toSorted((a, b) => laterFirst(b, a))[0]
}

function laterFirst(a: { fact: TransfersCounted }, b: { fact: TransfersCounted }): number {
  return b.fact.lock.expiresAt.getTime() - a.fact.lock.expiresAt.getTime()
}
