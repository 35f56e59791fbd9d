import type { InstanceDelivery } from '../../shared/admin/instance-webhook/rules/instance-delivery.ts'
import type { Facts } from '../../shared/log/facts.ts'
import { log } from '../../shared/log/log.ts'
import type { Measured } from '../../shared/log/measure.ts'
import {
  type AttemptOutcome,
  type DeliveryAttempt,
  isDelivered,
} from '../../shared/records/outbox/rules/delivery-attempt.ts'
import type { WebhookDelivery } from '../../shared/records/outbox/rules/webhook-delivery.ts'

/** Logs an attempt, without its URL, which may hold keys, and without the response, which may hold anything. */
export function deliveryAttempted(delivery: WebhookDelivery, attempt: DeliveryAttempt): void {
  const { mode, id: deliveryId, endpointId, eventId, status } = delivery
  const { number, latencyMs, outcome } = attempt
  log(
    isDelivered(outcome) ? 'webhook delivered' : 'webhook attempt failed',
    {
      mode,
      deliveryId,
      endpointId,
      eventId,
      attempt: number,
      to: status,
      ...outcomeOf(outcome),
      ...(latencyMs !== null && { milliseconds: latencyMs }),
    },
    measuredOf(delivery),
  )
}

/** Logs an attempt to deliver a message to the owner's webhook. */
export function instanceDeliveryAttempted(
  { eventId, attemptsMade }: InstanceDelivery,
  outcome: AttemptOutcome,
): void {
  log(isDelivered(outcome) ? 'instance webhook delivered' : 'instance webhook attempt failed', {
    eventId,
    attempt: attemptsMade,
    ...outcomeOf(outcome),
  })
}

function outcomeOf(outcome: DeliveryAttempt['outcome']): Facts {
  switch (outcome.kind) {
    case 'responded':
      return { outcome: 'responded', statusCode: outcome.statusCode }
    case 'failed':
      return { outcome: outcome.error }
    case 'unknown':
      return { outcome: 'unknown' }
  }
}

function measuredOf({ status }: WebhookDelivery): Measured {
  if (status === 'succeeded') return { DeliveryArrived: 1 }
  return status === 'failed' ? { DeliveryArrived: 0 } : {}
}
