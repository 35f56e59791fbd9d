import type { MoneyCounted } from './decide-session.ts'

/**
 * Which of a session's terms its money is for, by the counts under each of them, the session's own first. Money in time
 * comes first: exactly what was asked for, else enough, else any; the session's own terms before the later of others.
 * Its head is the oldest of all, so that a deadline has passed only once it has on every chain.
 */
export function preferredCount<Count extends { fact: MoneyCounted }>(
  counts: readonly Count[],
): Count | undefined {
  const [own, ...others] = counts
  if (!own) return undefined
  const inOrder = [own, ...others.toSorted(laterFirst)]
  const isExact = ({ fact }: Count) => fact.seen.onTimeBase === fact.lock.amountBase
  const isEnough = ({ fact }: Count) => fact.seen.onTimeBase >= fact.lock.amountBase
  const isAny = ({ fact }: Count) => fact.seen.onTimeBase > 0n
  const count = inOrder.find(isExact) ?? inOrder.find(isEnough) ?? inOrder.find(isAny) ?? own
  const headTime = new Date(Math.min(...counts.map(({ fact }) => fact.headTime.getTime())))
  return { ...count, fact: { ...count.fact, headTime } }
}

function laterFirst(a: { fact: MoneyCounted }, b: { fact: MoneyCounted }): number {
  return b.fact.lock.expiresAt.getTime() - a.fact.lock.expiresAt.getTime()
}
