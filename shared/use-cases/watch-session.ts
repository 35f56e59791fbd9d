import type { CheckoutSession } from '../domain/checkout-session.ts'
import type { Mode } from '../domain/mode.ts'
import { lastDeadline, windowEnd } from '../domain/session-terms.ts'
import { type ScanDeps, scanSession } from './scan-session.ts'

type SessionRef = { mode: Mode; sessionId: string }

/** Where the session's timer goes next: to a deadline, to the end of the grace window, or nowhere. */
export type WatchOutcome =
  | (SessionRef & { phase: 'open' | 'grace'; waitUntil: string })
  | (SessionRef & { phase: 'closed' })

export type WatchDeps = ScanDeps & { blockTimeMs: (chainId: number) => number }

/** The window is over but something is unsettled; the state machine repeats the task with backoff. */
class SessionStillOpen extends Error {
  constructor(sessionId: string) {
    super(`session ${sessionId} has money that is not settled yet`)
    this.name = 'SessionStillOpen'
  }
}

/**
 * The timer's task, at the deadline (`phase` open) and at the end of the grace window (`phase` grace): scans, and says
 * when to wake next. A node out of reach is thrown: the task is repeated and the session stays as it is.
 */
export async function watchSession(
  deps: WatchDeps,
  { mode, sessionId, phase }: SessionRef & { phase: 'open' | 'grace' },
): Promise<WatchOutcome> {
  const session = await scanSession(deps, { mode, sessionId })
  if (!session || session.closedAt) return { mode, sessionId, phase: 'closed' }
  if (phase === 'grace') throw new SessionStillOpen(sessionId)
  const isOpen = session.status === 'pending'
  return {
    mode,
    sessionId,
    phase: isOpen ? 'open' : 'grace',
    waitUntil: wakeAt(deps, session, isOpen ? lastDeadline(session) : windowEnd(session)),
  }
}

/** A block past the deadline is needed, so the wait ends one block after it, and never before the next block. */
function wakeAt(deps: WatchDeps, session: CheckoutSession, deadline: Date): string {
  const from = Math.max(deadline.getTime(), deps.now().getTime())
  return new Date(from + deps.blockTimeMs(session.lock.chainId)).toISOString()
}
