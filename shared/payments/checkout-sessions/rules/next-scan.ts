import type { CheckoutSession } from './checkout-session.ts'
import { recheckAt, type SessionPolicy } from './decide-session.ts'
import { lastDeadline, windowEnd } from './session-terms.ts'

/**
 * Whether money on the chain is still undecided: the confirmation loop runs while this is true. A confirmed partial
 * payment is decided, although more may still arrive. Late money seen while the session is pending is left out: the
 * session then waits for a chain that is down, not for confirmations.
 */
export function awaitsConfirmation(session: CheckoutSession): boolean {
  if (session.closedAt || !session.firstSeenAt || session.status === 'pending') return false
  if (session.status === 'detected') return true
  const { seenBase, confirmedBase } = session.received
  if (seenBase !== confirmedBase) return true
  return session.status === 'expired' && confirmedBase >= session.lock.amountBase
}

/** When an open session next needs a scan in any case: the re-check, the deadline, or the window's end. */
export function nextScanAt(
  session: CheckoutSession,
  policy: Pick<SessionPolicy, 'recheckDelaySeconds'>,
): Date {
  const recheck = recheckAt(session, policy)
  if (recheck && awaitsConfirmation(session)) return recheck
  return session.status === 'pending' ? lastDeadline(session) : windowEnd(session)
}
