import {
  type AttemptOutcome,
  type DeliveryError,
  isDelivered,
} from '../../../records/outbox/rules/delivery-attempt.ts'
import type { InstanceWebhook } from './instance-webhook.ts'

/** A message to one receiver. It is deleted once it has arrived, or after its last attempt. */
export type InstanceDelivery = {
  eventId: string
  receiverId: string
  /** Every attempt sends the same body. */
  body: string
  attemptsMade: number
  /** When the next attempt is due; during an attempt, when another worker may take over. */
  dueAt: Date
}

export type InstanceDeliveryHealth = {
  receiverId: string
  failingSince: Date | null
  lastAttemptAt: Date
  /** The status code of the response, or why there was none. */
  lastOutcome: number | DeliveryError
}

type Attempt = { receiverId: string; outcome: AttemptOutcome; at: Date }

export function healthAfter(
  before: InstanceDeliveryHealth | undefined,
  { receiverId, outcome, at }: Attempt,
): InstanceDeliveryHealth {
  const known = before?.receiverId === receiverId ? before.failingSince : null
  return {
    receiverId,
    failingSince: isDelivered(outcome) ? null : (known ?? at),
    lastAttemptAt: at,
    lastOutcome: outcome.kind === 'responded' ? outcome.statusCode : outcome.error,
  }
}

/** Since when the webhook has failed; null if it hasn't, or before its first attempt. */
export function failingSince(
  { current }: InstanceWebhook,
  health: InstanceDeliveryHealth | undefined,
): Date | null {
  return (health?.receiverId === current?.id && health?.failingSince) || null
}
