import {
  type AttemptOutcome,
  type DeliveryError,
  isDelivered,
} from '../../../records/outbox/rules/delivery-attempt.ts'
import type { InstanceWebhook } from './instance-webhook.ts'

/** A message to one receiver. It is removed once it arrived, or after its last attempt. */
export type InstanceDelivery = {
  eventId: string
  receiverId: string
  /** What every attempt sends. */
  body: string
  attemptsMade: number
  /** When it is to be attempted; while that is under way, when another worker may. */
  dueAt: Date
}

/** How the latest attempt at a receiver went, and since when all have failed. */
export type InstanceDeliveryHealth = {
  receiverId: string
  failingSince: Date | null
  lastAttemptAt: Date
  /** The status code of its response, or why there was none. */
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

/** Since when the webhook has failed; null if it doesn't, or has yet to be attempted. */
export function failingSince(
  { current }: InstanceWebhook,
  health: InstanceDeliveryHealth | undefined,
): Date | null {
  return (health?.receiverId === current?.id && health?.failingSince) || null
}
