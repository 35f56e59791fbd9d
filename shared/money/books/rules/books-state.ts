import { type Acknowledgment, openFindings } from './acknowledgment.ts'
import type { Finding } from './difference.ts'
import type { BookRounds } from './round.ts'

/**
 * Whether the books of a chain agree with it, apart from what the owner acknowledged. `new`: the first round has yet to end. `late`: the last one ended too long
 * ago, or the chain can't be read.
 */
export type BooksState =
  | { state: 'agree'; at: Date; audited: number }
  | { state: 'differ'; reported: readonly Finding[] }
  | { state: 'late'; since: Date | null; problem: string | null }
  | { state: 'new' }

/** Rounds are daily, and the largest take hours. */
const lateAfterMs = 50 * 3_600_000

type Known = {
  rounds: BookRounds | undefined
  findings: readonly Finding[]
  acknowledgments: readonly Acknowledgment[]
  /** When the instance was set up. */
  setUpAt: Date
}

export function booksState(
  { rounds, findings, acknowledgments, setUpAt }: Known,
  now: Date,
): BooksState {
  const reported = openFindings(findings, acknowledgments)
  if (reported.length > 0) return { state: 'differ', reported }
  const { daily = null, problem = null } = rounds ?? {}
  const since = daily?.finishedAt ?? null
  const isOld = now.getTime() - (since ?? setUpAt).getTime() >= lateAfterMs
  const isLate = isOld || (since === null && problem !== null)
  if (isLate) return { state: 'late', since, problem }
  return daily ? { state: 'agree', at: daily.finishedAt, audited: daily.audited } : { state: 'new' }
}
