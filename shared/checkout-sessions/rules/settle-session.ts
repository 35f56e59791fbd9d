import type { EventType } from '../../events/rules/event.ts'
import type { CheckoutSession, SessionStatus, Settlement } from './checkout-session.ts'
import { enterStatus } from './enter-status.ts'
import { eventOnEntering, nextStatus } from './session-transitions.ts'

type Decided = { now: Date; note: string }

/**
 * A closed session once its operator accepts the money that came for it, and the event of that; undefined in a status
 * that no acceptance moves.
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

/** A closed session once its operator has dismissed it. What was accepted stays so. */
export function dismissSession(
  session: CheckoutSession,
  { now, note }: Decided,
): CheckoutSession | undefined {
  if (!session.closedAt) return undefined
  if (session.settlement) return session
  return { ...session, settlement: { outcome: 'dismissed', from: session.status, at: now, note } }
}

/** What the chain alone made of a closed session, whatever its operator decided later. */
export function statusWhenClosed({
  status,
  settlement,
}: Pick<CheckoutSession, 'status' | 'settlement'>): SessionStatus {
  return settlement?.outcome === 'accepted' ? settlement.from : status
}
