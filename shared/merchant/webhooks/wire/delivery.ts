import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { referenceIn } from '../../../payments/checkout-sessions/rules/reference.ts'
import {
  type DeliveryAttempt,
  deliveryErrors,
  isDelivered,
} from '../../../records/outbox/rules/delivery-attempt.ts'
import { eventTypes } from '../../../records/outbox/rules/event.ts'
import {
  deliveryEndings,
  deliveryStatuses,
  type WebhookDelivery,
} from '../../../records/outbox/rules/webhook-delivery.ts'
import { presentWebhookDelivery } from './webhook-delivery.ts'

/** A delivery as operators see it. */
export const delivery = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    endpointId: z.string(),
    eventId: z.string(),
    eventType: z.enum(eventTypes),
    status: z.enum(deliveryStatuses),
    /** Why it failed or was cancelled; null otherwise. */
    ending: z.enum(deliveryEndings).nullable(),
    attemptsMade: z.int(),
    /** The status code of the latest attempt; null if there was none, or no response. */
    lastStatusCode: z.int().nullable(),
    /** Why the latest attempt had no response; null if it had one. */
    lastError: z.enum(deliveryErrors).nullable(),
    /** Null once it has ended. */
    nextAttemptAt: timestamp.nullable(),
    createdAt: timestamp,
    replayedAt: timestamp.nullable(),
    endedAt: timestamp.nullable(),
  }),
)

/** A delivery in a list, with the payment that it is about; null if it is a test event, or is gone. */
export const listedDelivery = z.lazy(() =>
  delivery.unwrap().extend({
    sessionId: z.string().nullable(),
    /** The order's number, as the payment's metadata says. */
    reference: z.string().nullable(),
  }),
)

export type ListedDeliveryBody = z.infer<typeof listedDelivery>

const attemptStates = [
  /** The response was a 2xx. */
  'delivered',
  /** The response had another status. */
  'refused',
  /** There was no response. */
  'failed',
  'in_flight',
  /** Its worker died. Whether the receiver got it is unknown, and it is made again. */
  'interrupted',
] as const

/** One entry in a delivery's log. */
export const attempt = z.lazy(() =>
  z.object({
    deliveryId: z.string(),
    number: z.int(),
    state: z.enum(attemptStates),
    startedAt: timestamp,
    latencyMs: z.int().nullable(),
    url: z.string(),
    requestHeaders: z.record(z.string(), z.string()),
    statusCode: z.int().nullable(),
    /** At most the first 4 KiB. */
    response: z.string().nullable(),
    /** Whether the response was removed, because the customer was erased. */
    redacted: z.literal(true).optional(),
    /** Some of a response that was not a 2xx, clipped. */
    responseHeaders: z.record(z.string(), z.string()),
    error: z.enum(deliveryErrors).nullable(),
    message: z.string().nullable(),
    nextAttemptAt: timestamp.nullable(),
  }),
)

/** A delivery with its log, oldest attempt first, and the body that every attempt sends. */
export const deliveryWithLog = listedDelivery.unwrap().extend({
  requestBody: z.string(),
  attempts: z.array(attempt),
})

export type DeliveryBody = z.infer<typeof delivery>
export type AttemptBody = z.infer<typeof attempt>
export type DeliveryWithLogBody = z.infer<typeof deliveryWithLog>

export function presentDelivery(shown: WebhookDelivery): DeliveryBody {
  const { object: _, ...delivery } = presentWebhookDelivery(shown)
  const { mode, lastOutcome = null } = shown
  return {
    mode,
    ...delivery,
    ...(typeof lastOutcome === 'number'
      ? { lastStatusCode: lastOutcome, lastError: null }
      : { lastStatusCode: null, lastError: lastOutcome }),
  }
}

type About = {
  sessionId: string
  data: {
    metadata?: Readonly<Record<string, string | number>> | null | undefined
    synthetic?: boolean | undefined
  }
}

export function presentListed(
  shown: WebhookDelivery,
  event: About | undefined,
): ListedDeliveryBody {
  return {
    ...presentDelivery(shown),
    sessionId: event && !event.data.synthetic ? event.sessionId : null,
    reference: referenceIn(event?.data.metadata ?? null),
  }
}

export function presentAttempt(line: DeliveryAttempt, now: Date): AttemptBody {
  const { deliveryId, number, latencyMs, url, requestHeaders, outcome } = line
  const responded = outcome.kind === 'responded' ? outcome : undefined
  const failed = outcome.kind === 'failed' ? outcome : undefined
  return {
    deliveryId,
    number,
    state: stateOf(outcome, now),
    startedAt: line.startedAt.toISOString(),
    latencyMs,
    url,
    requestHeaders,
    statusCode: responded?.statusCode ?? null,
    response: responded?.body ?? null,
    ...(responded?.redacted && { redacted: true }),
    responseHeaders: responded?.headers ?? {},
    error: failed?.error ?? null,
    message: failed?.message ?? null,
    nextAttemptAt: line.nextAttemptAt?.toISOString() ?? null,
  }
}

function stateOf(outcome: DeliveryAttempt['outcome'], now: Date): AttemptBody['state'] {
  if (outcome.kind === 'unknown') return outcome.until > now ? 'in_flight' : 'interrupted'
  if (outcome.kind === 'failed') return 'failed'
  return isDelivered(outcome) ? 'delivered' : 'refused'
}
