import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import type { EventType } from '../../../records/outbox/rules/event.ts'
import type { SaleTopic } from './notice-destination.ts'

/** An event that notices are about. Amounts are decimals. */
export type Sale = {
  eventId: string
  topic: SaleTopic
  sessionId: string
  linkId: string | null
  /** The session's price. */
  fiat: { amount: string; currency: string }
  due: string
  /** The amount that counts, or an unmatched amount. */
  received: { amount: string; asset: string; chainId: number }
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

/** The topic of an event of this type; undefined if there is no notice for it, or only a newer version knows it. */
export function topicOf(type: string): SaleTopic | undefined {
  return topicNames.get(type)
}
