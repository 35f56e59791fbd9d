import type { Mode } from '../kernel/mode.ts'
import { type ScanDeps, scanSession } from '../ledger/scan-session.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import { lastDeadline, windowEnd } from './rules/session-terms.ts'
import { blockPast, nextTry, wakeTime } from './rules/wake-time.ts'

type SessionRef = { mode: Mode; sessionId: string }

/** What the state machine `session-timer` passes on: `lap` counts the timers that the session had before this one. */
export type WatchInput = SessionRef & { phase: 'open' | 'grace'; lap: number }

/**
 * What the session's timer does next: waits for a deadline or for the end of the grace window, or ends. It ends as well
 * when it is `continued` by another timer.
 */
export type WatchOutcome = SessionRef & { lap: number } & (
    | { phase: 'open' | 'grace' | 'continued'; waitUntil: string }
    | { phase: 'closed' }
  )

export type WatchDeps = ScanDeps & { blockTimeMs: (chainId: number) => number }

/** Starts a timer of a session; the same lap again changes nothing. */
export type StartTimer = (session: SessionRef, timer: { at: Date; lap: number }) => Promise<void>

/**
 * The timer's task, at the deadline (`phase` open) and at the end of the grace window (`phase` grace): scans, and says
 * when to wake next. A window that is over with something unsettled takes another timer: the machine has no loop there,
 * because a choice after the last task would cost every session a transition. A node out of reach is thrown: the task
 * is repeated and the session stays as it is.
 */
export async function watchSession(
  deps: WatchDeps & { startTimer: StartTimer },
  { mode, sessionId, phase, lap }: WatchInput,
): Promise<WatchOutcome> {
  const session = await scanSession(deps, { mode, sessionId })
  const ref = { mode, sessionId, lap }
  if (!session || session.closedAt) return { ...ref, phase: 'closed' }
  const isOpen = session.status === 'pending'
  const at = nextLook(deps, session, isOpen ? lastDeadline(session) : windowEnd(session))
  const waitUntil = wakeTime(at)
  if (phase === 'open') return { ...ref, phase: isOpen ? 'open' : 'grace', waitUntil }
  await deps.startTimer({ mode, sessionId }, { at, lap: lap + 1 })
  return { ...ref, phase: 'continued', waitUntil }
}

/** A block past the deadline is needed. Where there should be one by now, the wait grows. */
function nextLook(deps: WatchDeps, session: CheckoutSession, deadline: Date): Date {
  const now = deps.now()
  const chain = { blockTimeMs: deps.blockTimeMs(session.lock.chainId) }
  const due = blockPast(deadline, chain)
  if (due > now) return due
  return nextTry(now, { due, shortestMs: blockPast(now, chain).getTime() - now.getTime() })
}
