import type { CheckoutSession } from './checkout-session.ts'
import { recheckAt, type SessionPolicy } from './decide-session.ts'
import { lastDeadline, windowEnd } from './session-terms.ts'

/**
 * Whether money is on the chain that the session has not judged yet: the confirmation loop runs while this holds.
 * A partial payment that is confirmed is judged, though more may still come. Late money that was seen while the session
 * is pending waits for a chain that is down, which confirmations do not bring back.
 */
export function awaitsConfirmation(session: CheckoutSession): boolean {
  if (session.closedAt || !session.firstSeenAt || session.status === 'pending') return false
  if (session.status === 'detected') return true
  const { seenBase, confirmedBase } = session.received
  if (seenBase !== confirmedBase) return true
  return session.status === 'expired' && confirmedBase >= session.lock.amountBase
}

/** When an open session needs its next look, whatever else happens: the re-check, the deadline, or the window's end. */
export function nextLookAt(
  session: CheckoutSession,
  policy: Pick<SessionPolicy, 'recheckDelaySeconds'>,
): Date {
  const recheck = recheckAt(session, policy)
  if (recheck && awaitsConfirmation(session)) return recheck
  return session.status === 'pending' ? lastDeadline(session) : windowEnd(session)
}
