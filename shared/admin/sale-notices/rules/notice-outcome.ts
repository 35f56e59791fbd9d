import type { NoticeProblem, NoticeProgress } from './notice-destination.ts'

/** The outcome of a message. */
export type NoticeOutcome =
  | { kind: 'sent' }
  | { kind: 'failed'; problem: NoticeProblem; retryAfterSeconds?: number }

const minutesBetween = [1, 2, 5, 10, 20, 40, 60] as const
const mostMinutes = 60

/** After so long without a message that was accepted, a destination is turned off. */
const givenUpMs = 3 * 86_400_000

type Change = Pick<
  NoticeProgress,
  'lastSentAt' | 'problem' | 'failures' | 'failingSince' | 'nextAttemptAt' | 'offSince'
>

/** The state of a destination after a message. A chat that asks for a longer pause gets it, up to an hour. */
export function afterMessage(before: Change, outcome: NoticeOutcome, now: Date): Change {
  if (outcome.kind === 'sent') {
    const well = { problem: null, failures: 0, failingSince: null, nextAttemptAt: null }
    return { ...well, lastSentAt: now, offSince: before.offSince }
  }
  const failingSince = before.failingSince ?? now
  const minutes = minutesBetween[before.failures] ?? mostMinutes
  const asked = outcome.retryAfterSeconds ?? 0
  const seconds = Math.min(mostMinutes * 60, Math.max(minutes * 60, asked))
  const isGivenUp = now.getTime() - failingSince.getTime() >= givenUpMs
  return {
    lastSentAt: before.lastSentAt,
    problem: outcome.problem,
    failures: before.failures + 1,
    failingSince,
    nextAttemptAt: new Date(now.getTime() + seconds * 1000),
    offSince: isGivenUp ? now : before.offSince,
  }
}
