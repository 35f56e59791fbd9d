import * as z from 'zod'
import { eventTypes } from '../domain/event.ts'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import { timestamp, url } from './primitives.ts'

export const createWebhookEndpointBody = z.strictObject({
  url,
  events: z
    .array(z.enum(eventTypes))
    .min(1, { error: 'must name at least one event type; leave it out for all' })
    .max(50)
    .default([...eventTypes]),
})

export const webhookEndpoint = z
  .object({
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    active: z.boolean(),
    secretPrefix: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' })

/** The answer to its creation, and the only one that holds the secret. */
export const createdWebhookEndpoint = webhookEndpoint
  .extend({ secret: z.string() })
  .meta({ id: 'CreatedWebhookEndpoint' })

export type WebhookEndpointBody = z.infer<typeof webhookEndpoint>

/** The endpoint as the API shows it: without its secret. */
export function presentWebhookEndpoint(endpoint: WebhookEndpoint): WebhookEndpointBody {
  const { id, url: target, events, active, secretPrefix, createdAt } = endpoint
  return {
    id,
    object: 'webhook_endpoint',
    url: target,
    events,
    active,
    secretPrefix,
    createdAt: createdAt.toISOString(),
  }
}
