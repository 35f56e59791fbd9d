import { enoughBase, type TransfersCounted } from './decide-session.ts'

type Preference = {
  /** The session's current terms. */
  lock: TransfersCounted['lock']
  underpaymentTolerancePercent: number
}

/**
 * Which of a session's terms its money counts for, given the counts under each. Prefers terms with money in time: the
 * exact amount, then enough, then any; the session's current terms first, then the latest of the others. `headTime` is
 * the oldest of all, so that a deadline has passed only once it has on every chain.
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
  const count = inOrder.find(isExact) ?? inOrder.find(isEnough) ?? inOrder.find(isAny) ?? inOrder[0]
  if (!count) return undefined
  const headTime = new Date(Math.min(...counts.map(({ fact }) => fact.headTime.getTime())))
  return { ...count, fact: { ...count.fact, headTime } }
}

/** Whether enough arrived in time, confirmed or not. */
export function isPaid({ seen, lock }: TransfersCounted, tolerancePercent: number): boolean {
  return seen.onTimeBase >= enoughBase(lock.amountBase, tolerancePercent)
}

function laterFirst(a: { fact: TransfersCounted }, b: { fact: TransfersCounted }): number {
  return b.fact.lock.expiresAt.getTime() - a.fact.lock.expiresAt.getTime()
}
