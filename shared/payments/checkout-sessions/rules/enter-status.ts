import { type CheckoutSession, isFulfillable, type SessionStatus } from './checkout-session.ts'
import { eventOnEntering } from './session-transitions.ts'

/** The session in another status from now on, with that status's event counted in `sequence`. */
export function enterStatus(
  session: CheckoutSession,
  status: SessionStatus,
  now: Date,
): CheckoutSession {
  return {
    ...session,
    status,
    sequence: session.sequence + (eventOnEntering[status] ? 1 : 0),
    paidAt: isFulfillable(status) ? now : session.paidAt,
    failureReason: status === 'failed' ? 'transfers_vanished' : null,
    updatedAt: now,
  }
}
