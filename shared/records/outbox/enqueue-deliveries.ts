import { type QueueDeps, type QueueMessage, sendMessages } from '../../queue/send-messages.ts'
import type { WebhookDelivery } from './rules/webhook-delivery.ts'

export type EnqueueDeliveriesDeps = QueueDeps

/** The fields of a delivery that a message needs. */
export type QueuedDelivery = Pick<WebhookDelivery, 'mode' | 'id' | 'endpointId' | 'eventId'>

/**
 * Queues committed deliveries, one message each, with only ids. The endpoint is the message group, so that a standard
 * queue serves quiet endpoints before one with a backlog. Throws if the queue did not accept all of them; the relay
 * queues the rest later.
 */
export function enqueueDeliveries(
  deps: QueueDeps,
  deliveries: readonly QueuedDelivery[],
): Promise<void> {
  return sendMessages(deps, deliveries, message)
}

function message({ mode, id, endpointId, eventId }: QueuedDelivery): QueueMessage {
  return {
    MessageBody: JSON.stringify({ mode, deliveryId: id, endpointId, eventId }),
    MessageGroupId: endpointId,
  }
}
