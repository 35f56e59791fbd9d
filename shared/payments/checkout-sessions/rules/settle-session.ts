import type { EventType } from '../../../records/outbox/rules/event.ts'
import type { CheckoutSession, SessionStatus, Settlement } from './checkout-session.ts'
import { enterStatus } from './enter-status.ts'
import { eventOnEntering, nextStatus } from './session-transitions.ts'

type Decided = { now: Date; note: string }

/**
 * A closed session after its operator accepted its money, and the event to emit; undefined if its status can't be
 * accepted.
 */
export function acceptSession(
  session: CheckoutSession,
  { now, note }: Decided,
): { session: CheckoutSession; event: EventType | null } | undefined {
  const status = session.closedAt ? nextStatus(session.status, 'operatorAccepted') : undefined
  if (!status) return undefined
  const settlement: Settlement = { outcome: 'accepted', from: session.status, at: now, note }
  return {
    session: { ...enterStatus(session, status, now), settlement },
    event: eventOnEntering[status],
  }
}

/** A closed session after its operator dismissed it. An accepted session stays accepted. */
export function dismissSession(
  session: CheckoutSession,
  { now, note }: Decided,
): CheckoutSession | undefined {
  if (!session.closedAt) return undefined
  if (session.settlement) return session
  return { ...session, settlement: { outcome: 'dismissed', from: session.status, at: now, note } }
}

/** The status in which a session was closed, before any decision of its operator. */
export function statusWhenClosed({
  status,
  settlement,
}: Pick<CheckoutSession, 'status' | 'settlement'>): SessionStatus {
  return settlement?.outcome === 'accepted' ? settlement.from : status
}
