import type { WebhookDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'

export type DeliveryStep = { kind: 'send' } | { kind: 'wait'; until: Date } | { kind: 'drop' }

/** A message may come back this much early: the queue has its own clock and counts whole seconds. */
const earlyMs = 500

/**
 * Decides what to do with a received message. A duplicate is dropped while another message carries the delivery. If
 * that one is lost, the relay notices.
 */
export function nextStep(
  delivery: WebhookDelivery,
  { now, messageId }: { now: Date; messageId: string },
): DeliveryStep {
  if (delivery.status !== 'pending') return { kind: 'drop' }
  const { nextAttemptAt: due } = delivery
  const leased = isBeingSent(delivery, now)
  if (!leased && due.getTime() - now.getTime() <= earlyMs) return { kind: 'send' }
  const carried = delivery.messageId !== null && delivery.messageId !== messageId
  return carried ? { kind: 'drop' } : { kind: 'wait', until: leased ? delivery.leaseUntil : due }
}

/** Whether a worker holds the lease at `now`. */
export function isBeingSent(
  delivery: WebhookDelivery,
  now: Date,
): delivery is WebhookDelivery & { leaseUntil: Date } {
  return delivery.leaseUntil !== null && delivery.leaseUntil > now
}
