import { type RandomBytes, randomFraction } from '../../../kernel/ids.ts'

/** The waits before each attempt, in seconds: six attempts over 31 h 11 min. */
const defaultRetrySeconds = [0, 60, 600, 3_600, 21_600, 86_400] as const

/**
 * The waits before each attempt, in seconds. `waits` replaces those between attempts: `[1, 2]` makes three attempts.
 * The first one is always made immediately.
 */
export function retrySchedule(waits?: readonly number[]): readonly number[] {
  return waits ? [0, ...waits] : defaultRetrySeconds
}

export type FailedAttempt = { schedule: readonly number[]; attemptsMade: number; failedAt: Date }

/**
 * When to try again after `attemptsMade` attempts; undefined after the last one. Varies by ±10 %, so that deliveries
 * that failed together are not retried together.
 */
export function nextAttemptAt(
  { schedule, attemptsMade, failedAt }: FailedAttempt,
  randomBytes: RandomBytes,
): Date | undefined {
  const seconds = schedule[attemptsMade]
  if (seconds === undefined) return undefined
  const jitter = 0.9 + 0.2 * randomFraction(randomBytes)
  return new Date(failedAt.getTime() + Math.round(seconds * 1000 * jitter))
}
