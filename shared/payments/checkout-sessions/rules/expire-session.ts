import type { CheckoutSession } from './checkout-session.ts'
import type { SessionDecision, TransfersCounted } from './decide-session.ts'
import { enterStatus } from './enter-status.ts'
import { endedAt, lastDeadline } from './session-terms.ts'
import { eventOnEntering, nextStatus } from './session-transitions.ts'

/**
 * The session after its merchant expired it: its time ends now, and its grace window follows, as after any expiry.
 * Undefined if it isn't pending, if a payment was seen, or if its time is over already, because then only blocks past
 * its deadlines can tell.
 */
export function expireSession(
  session: CheckoutSession,
  { seen }: Pick<TransfersCounted, 'seen'>,
  now: Date,
): SessionDecision | undefined {
  const status = nextStatus(session.status, 'merchantExpired')
  const isSeen = session.firstSeenAt !== null || seen.totalBase > 0n
  if (!status || isSeen || now > lastDeadline(session)) return undefined
  const event = eventOnEntering[status]
  const expired = enterStatus(endedAt(session, now), status, now)
  return { session: expired, events: event ? [event] : [], changed: true }
}
