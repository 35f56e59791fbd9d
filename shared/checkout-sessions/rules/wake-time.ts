type Chain = { blockTimeMs: number }

/** When a block past `deadline` can be expected, whatever the chain's block time, so that one scan is enough. */
export function blockPast(deadline: Date, { blockTimeMs }: Chain): Date {
  return new Date(deadline.getTime() + Math.max(2 * blockTimeMs, 5000))
}

const longestWaitMs = 3_600_000

/**
 * When to retry work that was due at `due`: after `shortestMs`, and with longer waits the longer it is overdue, so that
 * a chain that is down for days doesn't fill an execution's history.
 */
export function nextTry(now: Date, { due, shortestMs }: { due: Date; shortestMs: number }): Date {
  const overdueMs = now.getTime() - due.getTime()
  const waitMs = Math.max(shortestMs, Math.min(overdueMs / 4, longestWaitMs))
  return new Date(now.getTime() + waitMs)
}

/** A time in a timer's format. Step Functions truncates milliseconds, so it is rounded up to never wake early. */
export function wakeTime(at: Date): string {
  return new Date(Math.ceil(at.getTime() / 1000) * 1000).toISOString()
}
