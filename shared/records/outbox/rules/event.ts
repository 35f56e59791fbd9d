import type { Mode } from '../../../kernel/mode.ts'

/** The event types of an endpoint that names none. */
export const defaultEventTypes = [
  'session.detected',
  'session.paid',
  'session.paid_late',
  'session.expired',
  'session.underpaid',
  'session.overpaid',
] as const

export const eventTypes = [
  ...defaultEventTypes,
  'session.failed',
  'session.unmatched_deposit',
  'refund.created',
  'refund.ready',
  'refund.sent',
  'refund.confirmed',
  'refund.reported',
  'refund.canceled',
] as const

export type EventType = (typeof eventTypes)[number]

/**
 * One entry in the event log. `data` is the session as the API shows it at that moment, with its `sequence`; it is redacted
 * if the customer is erased.
 */
export type Event = {
  id: string
  mode: Mode
  /** The session's index shard. */
  shard?: number | undefined
  type: EventType
  sessionId: string
  /** The session's link, for the list of a link's events. */
  linkId?: string | null | undefined
  data: Record<string, unknown>
  createdAt: Date
}
