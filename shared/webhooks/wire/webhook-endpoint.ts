import * as z from 'zod'
import { defaultEventTypes } from '../../events/rules/event.ts'
import { eventType } from '../../events/wire/event.ts'
import { cursorList, cursorQuery } from '../../kernel/wire/cursor-list.ts'
import { deletedResource } from '../../kernel/wire/deleted.ts'
import { timestamp, url } from '../../kernel/wire/primitives.ts'
import { webhookEndpointExample } from '../../openapi/resource-examples.ts'
import { inactiveReasons, type WebhookEndpoint } from '../rules/webhook-endpoint.ts'

const events = (otherwise: string) =>
  z
    .array(eventType)
    .min(1, { error: `must name at least one event type; ${otherwise}` })
    .max(50)

export const createWebhookEndpointBody = z.strictObject({
  url,
  events: events('leave it out for the default ones')
    .default([...defaultEventTypes])
    .describe(
      'The event types to deliver. `session.failed` and `session.unmatched_deposit` are delivered only if you name them.',
    ),
})

/** Only what is given changes. */
export const updateWebhookEndpointBody = z
  .strictObject({ url, events: events('leave it out to keep them'), active: z.boolean() })
  .partial()

export const webhookEndpoint = z
  .object({
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    url: z.string(),
    events: z.array(eventType),
    active: z.boolean(),
    /** Why it is switched off; null while it is active. */
    inactiveReason: z.enum(inactiveReasons).meta({ id: 'InactiveReason' }).nullable(),
    secretPrefix: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'WebhookEndpoint', examples: [webhookEndpointExample] })

/** The answer to its creation, and the only one that holds the secret. */
export const createdWebhookEndpoint = webhookEndpoint
  .extend({ secret: z.string() })
  .meta({ id: 'CreatedWebhookEndpoint' })

export const deletedWebhookEndpoint = deletedResource('webhook_endpoint', 'DeletedWebhookEndpoint')

export const webhookEndpointList = cursorList(webhookEndpoint, 'WebhookEndpointList')

export const listWebhookEndpointsQuery = cursorQuery('webhookEndpoint')

export type WebhookEndpointBody = z.infer<typeof webhookEndpoint>

/** The endpoint as the API shows it: without its secret. */
export function presentWebhookEndpoint(endpoint: WebhookEndpoint): WebhookEndpointBody {
  const { id, active, inactiveReason, secretPrefix, createdAt } = endpoint
  return {
    id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    events: endpoint.events,
    active,
    inactiveReason,
    secretPrefix,
    createdAt: createdAt.toISOString(),
  }
}
