import * as z from 'zod'
import { fieldErrors } from '../../../kernel/wire/field-problem.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import {
  inactiveReasons,
  type WebhookEndpoint,
} from '../../../records/outbox/rules/webhook-endpoint.ts'
import { eventType } from '../../events/wire/event-type.ts'
import { eventTypeSentences } from '../rules/webhook-refusals.ts'
import { webhookEndpointExample } from './webhook-endpoint-example.ts'

/** The event types of an endpoint; `none` says what to do instead of passing none. */
export const endpointEvents = (none: keyof typeof eventTypeSentences) =>
  z
    .array(eventType)
    .min(1, { error: fieldErrors(eventTypeSentences)(none) })
    .max(50)

export const webhookEndpoint = z.lazy(() =>
  z
    .object({
      id: z.string(),
      object: z.literal('webhook_endpoint'),
      url: z.string().describe('Where events are sent.'),
      events: z.array(eventType).describe('The event types that it receives.'),
      active: z.boolean().describe('Nothing is sent to a disabled endpoint.'),
      inactiveReason: z
        .enum(inactiveReasons)
        .meta({ id: 'InactiveReason' })
        .nullable()
        .describe('Why it is disabled; null while it is active.'),
      secretPrefix: z.string().describe('The beginning of its secret, to tell it apart.'),
      createdAt: timestamp,
    })
    .meta({ id: 'WebhookEndpoint', examples: [webhookEndpointExample] }),
)

/** The response to its creation, the only one with the secret. */
export const createdWebhookEndpoint = webhookEndpoint
  .unwrap()
  .extend({ secret: z.string().describe('Signs its messages. It is shown only once.') })
  .meta({ id: 'CreatedWebhookEndpoint' })

export type WebhookEndpointBody = z.infer<typeof webhookEndpoint>

/** The endpoint as the API shows it, without its secret. */
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
