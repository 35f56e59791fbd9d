import type { Mode } from '../../kernel/mode.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { lastDeadline, windowEnd } from '../../payments/checkout-sessions/rules/session-terms.ts'
import {
  blockPast,
  expiryPast,
  nextTry,
  paceOf,
  wakeTime,
} from '../../payments/checkout-sessions/rules/wake-time.ts'
import { type ScanDeps, scanSession } from '../../payments/ledger/scanning/scan-session.ts'

type SessionRef = { mode: Mode; sessionId: string }

/** The input from the state machine `session-timer`. `lap` counts the session's earlier timers. */
export type WatchInput = SessionRef & { lap: number }

/** The session's next timer waits for a deadline, or for the end of the grace window. A closed session has none. */
export type WatchOutcome = SessionRef & { lap: number } & (
    | { phase: 'open' | 'grace'; waitUntil: string }
    | { phase: 'closed' }
  )

export type WatchDeps = ScanDeps & { blockTimeMs: (chainId: number) => number }

/** Starts a timer of a session; repeating it with the same lap changes nothing. */
export type StartTimer = (session: SessionRef, timer: { at: Date; lap: number }) => Promise<void>

/**
 * The timer's task: scans, and starts another timer for the next moment at which something is due. The machine has no
 * loop, because a choice after the task would cost every session two transitions. An unreachable node throws, so that the
 * task is retried and the session stays unchanged.
 */
export async function watchSession(
  deps: WatchDeps & { startTimer: StartTimer },
  { mode, sessionId, lap }: WatchInput,
): Promise<WatchOutcome> {
  const session = await scanSession(deps, { mode, sessionId })
  const ref = { mode, sessionId, lap }
  if (!session || session.closedAt) return { ...ref, phase: 'closed' }
  const isOpen = session.status === 'pending'
  const at = nextScan(deps, session)
  await deps.startTimer({ mode, sessionId }, { at, lap: lap + 1 })
  return { ...ref, phase: isOpen ? 'open' : 'grace', waitUntil: wakeTime(at) }
}

/** When to expect the block that ends the session's time or window. If it is overdue, the wait grows. */
function nextScan(deps: WatchDeps, session: CheckoutSession): Date {
  const now = deps.now()
  const pace = paceOf(session, { blockTimeMs: deps.blockTimeMs(session.lock.chainId) })
  const isOpen = session.status === 'pending'
  const due = isOpen ? expiryPast(lastDeadline(session), pace) : blockPast(windowEnd(session), pace)
  if (due > now) return due
  const nextBlock = blockPast(now, { ...pace, confirmations: 1 })
  return nextTry(now, { due, shortestMs: nextBlock.getTime() - now.getTime() })
}
