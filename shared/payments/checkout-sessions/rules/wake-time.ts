import type { Terms } from './checkout-session.ts'

/** How soon a session's payments are confirmed. */
type Pace = { blockTimeMs: number; confirmations: number }

export function paceOf(
  { confirmationsRequired: confirmations }: Pick<Terms, 'confirmationsRequired'>,
  { blockTimeMs }: Pick<Pace, 'blockTimeMs'>,
): Pace {
  return { blockTimeMs, confirmations }
}

/** Whether confirmations take so little time that a confirmed block decides about expiry, not the newest one. */
export function confirmsQuickly({ blockTimeMs, confirmations }: Pace): boolean {
  return confirmations * blockTimeMs < 60_000
}

/** When the block past `expiresAt` can be expected that decides about expiry, so that one scan is enough. */
export function expiryPast(expiresAt: Date, pace: Pace): Date {
  return blockPast(expiresAt, confirmsQuickly(pace) ? pace : { ...pace, confirmations: 1 })
}

/** When a block past `deadline` can be expected to have that many confirmations, whatever the chain's block time. */
export function blockPast(deadline: Date, { blockTimeMs, confirmations }: Pace): Date {
  return new Date(deadline.getTime() + Math.max((confirmations + 1) * blockTimeMs, 5000))
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
