import type { EventType } from '../../../records/outbox/rules/event.ts'
import type { SessionStatus } from './checkout-session.ts'

export const sessionTriggers = [
  'transferSeen',
  'confirmedFull',
  'confirmedOver',
  'confirmedShort',
  'confirmedLate',
  'transferVanished',
  'deadlinePassed',
  'merchantExpired',
  'providerConfirmed',
  'operatorAccepted',
] as const

/**
 * Causes of a status change. `decideSession` derives them from facts, `acceptSession` from an operator's decision,
 * `expireSession` from a merchant's.
 */
export type SessionTrigger = (typeof sessionTriggers)[number]

/** The state machine: a missing cell means that the trigger changes nothing in that status. */
const sessionTransitions = {
  pending: {
    transferSeen: 'detected',
    deadlinePassed: 'expired',
    merchantExpired: 'expired',
    providerConfirmed: 'paid',
  },
  detected: {
    confirmedFull: 'paid',
    confirmedOver: 'overpaid',
    confirmedShort: 'underpaid',
    confirmedLate: 'paid_late',
    transferVanished: 'failed',
    providerConfirmed: 'paid',
  },
  underpaid: {
    confirmedFull: 'paid',
    confirmedOver: 'overpaid',
    confirmedLate: 'paid_late',
    providerConfirmed: 'paid',
    operatorAccepted: 'paid',
  },
  expired: {
    confirmedLate: 'paid_late',
    providerConfirmed: 'paid_late',
    operatorAccepted: 'paid_late',
  },
  paid: {},
  paid_late: {},
  overpaid: {},
  failed: { operatorAccepted: 'paid_late' },
} as const satisfies Record<SessionStatus, Partial<Record<SessionTrigger, SessionStatus>>>

/** The event that entering a status emits. */
export const eventOnEntering = {
  pending: null,
  detected: 'session.detected',
  paid: 'session.paid',
  paid_late: 'session.paid_late',
  overpaid: 'session.overpaid',
  underpaid: 'session.underpaid',
  expired: 'session.expired',
  failed: 'session.failed',
} as const satisfies Record<SessionStatus, EventType | null>

/** The status that `trigger` leads to, or undefined if it changes nothing. */
export function nextStatus(
  status: SessionStatus,
  trigger: SessionTrigger,
): SessionStatus | undefined {
  const row: Partial<Record<SessionTrigger, SessionStatus>> = sessionTransitions[status]
  return row[trigger]
}
