import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import {
  type DeliveryAttempt,
  isDelivered,
} from '../../../records/outbox/rules/delivery-attempt.ts'
import { eventTypes } from '../../../records/outbox/rules/event.ts'
import {
  inactiveReasons,
  type WebhookEndpoint,
} from '../../../records/outbox/rules/webhook-endpoint.ts'
import { attempt, presentAttempt } from './delivery.ts'

/** A webhook endpoint as operators see it. */
export const operatedEndpoint = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    active: z.boolean(),
    inactiveReason: z.enum(inactiveReasons).nullable(),
    inactiveSince: timestamp.nullable(),
    /** Since when every attempt has failed; null after a success. */
    failingSince: timestamp.nullable(),
    secretPrefix: z.string(),
    /** Until when the secrets of earlier rotations sign as well. */
    previousSecretsUntil: z.array(timestamp),
    createdAt: timestamp,
  }),
)

/** With its latest attempts (at most 50), newest first. */
export const endpointHealth = operatedEndpoint.unwrap().extend({
  delivered: z.int(),
  undelivered: z.int(),
  attempts: z.array(attempt),
})

export type OperatedEndpointBody = z.infer<typeof operatedEndpoint>
export type EndpointHealthBody = z.infer<typeof endpointHealth>

export function presentOperatedEndpoint(
  endpoint: WebhookEndpoint,
  now: Date,
): OperatedEndpointBody {
  const { id, mode, url, events, active, inactiveReason, secretPrefix } = endpoint
  const valid = endpoint.previousSecrets.filter(({ until }) => until > now)
  return {
    id,
    mode,
    url,
    events,
    active,
    inactiveReason,
    inactiveSince: endpoint.inactiveSince?.toISOString() ?? null,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    secretPrefix,
    previousSecretsUntil: valid.map(({ until }) => until.toISOString()),
    createdAt: endpoint.createdAt.toISOString(),
  }
}

/** An endpoint, and the secret that is shown only once. */
export type EndpointWithSecret = { endpoint: WebhookEndpoint; secret: string }

export const endpointWithSecret = operatedEndpoint.unwrap().extend({ secret: z.string() })

export function presentWithSecret(
  { endpoint, secret }: EndpointWithSecret,
  { now }: { now: () => Date },
): z.infer<typeof endpointWithSecret> {
  return { ...presentOperatedEndpoint(endpoint, now()), secret }
}

export function presentEndpointHealth(
  endpoint: WebhookEndpoint,
  latest: readonly DeliveryAttempt[],
  now: Date,
): EndpointHealthBody {
  const delivered = latest.filter(({ outcome }) => isDelivered(outcome)).length
  return {
    ...presentOperatedEndpoint(endpoint, now),
    delivered,
    undelivered: latest.length - delivered,
    attempts: latest.map((line) => presentAttempt(line, now)),
  }
}
