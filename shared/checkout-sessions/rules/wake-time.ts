type Chain = { blockTimeMs: number }

/** When a block past `deadline` can be expected to be there, on chains of any pace: by then one look is enough. */
export function blockPast(deadline: Date, { blockTimeMs }: Chain): Date {
  return new Date(deadline.getTime() + Math.max(2 * blockTimeMs, 5000))
}

const longestWaitMs = 3_600_000

/**
 * When to try again what was due at `due` and is not done: after `shortestMs`, and after longer waits the longer it is
 * overdue, so that a chain that stands still for days does not fill the history of an execution.
 */
export function nextTry(now: Date, { due, shortestMs }: { due: Date; shortestMs: number }): Date {
  const overdueMs = now.getTime() - due.getTime()
  const waitMs = Math.max(shortestMs, Math.min(overdueMs / 4, longestWaitMs))
  return new Date(now.getTime() + waitMs)
}

/** A time as a timer takes it: Step Functions cuts the milliseconds off, so it is rounded up, and nothing wakes early. */
export function wakeTime(at: Date): string {
  return new Date(Math.ceil(at.getTime() / 1000) * 1000).toISOString()
}
