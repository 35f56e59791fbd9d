import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { invariant } from '../kernel/invariant.ts'
import type { WebhookDelivery } from '../webhooks/rules/webhook-delivery.ts'
import { type QueueDeps, type QueueMessage, sendMessages } from './send-messages.ts'

export type EnqueueDeliveriesDeps = QueueDeps

/** What a message needs of a delivery. */
export type QueuedDelivery = Pick<WebhookDelivery, 'mode' | 'id' | 'endpointId' | 'eventId'>

/**
 * Puts committed deliveries on the queue, one message each, of nothing but ids. The endpoint is the message group: a
 * standard queue then serves quiet endpoints before one whose messages pile up. Throws where the queue took not all;
 * the relay brings the rest.
 */
export function enqueueDeliveries(
  deps: QueueDeps,
  deliveries: readonly QueuedDelivery[],
): Promise<void> {
  return sendMessages(deps, deliveries, message)
}

/** The same for one delivery, in a message that is seen after the delay (at most 900 s). Gives out the message's id. */
export async function enqueueDeliveryLater(
  { sqs, queueUrl }: QueueDeps,
  delivery: QueuedDelivery,
  delaySeconds: number,
): Promise<string> {
  const { MessageId } = await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(delivery.mode),
      ...message(delivery),
      DelaySeconds: delaySeconds,
    }),
  )
  invariant(MessageId, 'SQS answers with the id of the message')
  return MessageId
}

function message({ mode, id, endpointId, eventId }: QueuedDelivery): QueueMessage {
  return {
    MessageBody: JSON.stringify({ mode, deliveryId: id, endpointId, eventId }),
    MessageGroupId: endpointId,
  }
}
