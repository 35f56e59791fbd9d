import { enoughBase, type MoneyCounted } from './decide-session.ts'

type Preference = {
  /** What the session asks for now. */
  lock: MoneyCounted['lock']
  underpaymentTolerancePercent: number
}

/**
 * Which of a session's terms its money is for, by the counts under them. Money in time comes first: exactly what was
 * asked for, else enough, else any; the session's own terms before the later of others. Its head is the oldest of all,
 * so that a deadline has passed only once it has on every chain.
 */
export function preferredCount<Count extends { fact: MoneyCounted }>(
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

/** Whether enough came in time, confirmed or not. */
export function isPaid({ seen, lock }: MoneyCounted, tolerancePercent: number): boolean {
  return seen.onTimeBase >= enoughBase(lock.amountBase, tolerancePercent)
}

function laterFirst(a: { fact: MoneyCounted }, b: { fact: MoneyCounted }): number {
  return b.fact.lock.expiresAt.getTime() - a.fact.lock.expiresAt.getTime()
}
