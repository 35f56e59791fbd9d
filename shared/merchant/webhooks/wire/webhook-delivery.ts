import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import {
  deliveryEndings,
  deliveryStatuses,
  type WebhookDelivery,
} from '../../../records/outbox/rules/webhook-delivery.ts'
import { eventType } from '../../events/wire/event-type.ts'
import { webhookDeliveryExample } from './webhook-delivery-example.ts'

export const deliveryStatus = z.lazy(() => z.enum(deliveryStatuses).meta({ id: 'DeliveryStatus' }))

/** The delivery of one event to one endpoint, as merchants see it. */
export const webhookDelivery = z.lazy(() =>
  z
    .object({
      id: z.string(),
      object: z.literal('webhook_delivery'),
      endpointId: z.string().describe('The webhook endpoint.'),
      eventId: z.string().describe('The event that is sent.'),
      eventType: eventType.describe('The type of the event.'),
      status: deliveryStatus.describe('Whether it arrived, is still attempted, or failed.'),
      ending: z
        .enum(deliveryEndings)
        .meta({ id: 'DeliveryEnding' })
        .nullable()
        .describe('Why it failed or was cancelled; null otherwise.'),
      attemptsMade: z.int().describe('How many attempts were made.'),
      nextAttemptAt: timestamp.nullable().describe('Null once it has ended.'),
      createdAt: timestamp,
      replayedAt: timestamp.nullable().describe('When it was last sent again on request.'),
      endedAt: timestamp.nullable().describe('When it arrived or failed; null before.'),
    })
    .meta({ id: 'WebhookDelivery', examples: [webhookDeliveryExample] }),
)

export type WebhookDeliveryBody = z.infer<typeof webhookDelivery>

export function presentWebhookDelivery(shown: WebhookDelivery): WebhookDeliveryBody {
  const { id, endpointId, eventId, eventType, status, ending, attemptsMade } = shown
  return {
    id,
    object: 'webhook_delivery',
    endpointId,
    eventId,
    eventType,
    status,
    ending,
    attemptsMade,
    nextAttemptAt: status === 'pending' ? shown.nextAttemptAt.toISOString() : null,
    createdAt: shown.createdAt.toISOString(),
    replayedAt: shown.replayedAt?.toISOString() ?? null,
    endedAt: shown.endedAt?.toISOString() ?? null,
  }
}
