import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import type { EventType } from '../../../records/outbox/rules/event.ts'
import type { SaleTopic } from './notice-destination.ts'

/** Something of the event log that notices are about. Amounts are decimals. */
export type Sale = {
  eventId: string
  topic: SaleTopic
  sessionId: string
  linkId: string | null
  /** What the session asks for. */
  fiat: { amount: string; currency: string }
  due: string
  /** What counts, or what doesn't count if it is unmatched. */
  received: { amount: string; asset: string; chainId: number }
  /** The hosted provider that it was paid through. */
  provider: string | null
  customerEmail: string | null
  metadata: CheckoutSession['metadata']
}

const topics = {
  'session.paid': 'paid',
  'session.paid_late': 'late',
  'session.overpaid': 'overpaid',
  'session.underpaid': 'underpaid',
  'session.unmatched_deposit': 'unmatched',
} as const satisfies Partial<Record<EventType, SaleTopic>>

const topicNames: ReadonlyMap<string, SaleTopic> = new Map(Object.entries(topics))

/** The topic of an event of this type; undefined without a notice, or if only a newer version knows it. */
export function topicOf(type: string): SaleTopic | undefined {
  return topicNames.get(type)
}
