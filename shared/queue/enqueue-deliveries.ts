import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { invariant } from '../kernel/invariant.ts'
import type { Mode } from '../kernel/mode.ts'
import type { WebhookDelivery } from '../webhooks/rules/webhook-delivery.ts'

/** Each mode has a queue of its own. */
export type EnqueueDeliveriesDeps = { sqs: SQSClient; queueUrl: (mode: Mode) => string }

/** What a message needs of a delivery. */
export type QueuedDelivery = Pick<WebhookDelivery, 'mode' | 'id' | 'endpointId' | 'eventId'>

const batchSize = 10

/**
 * Puts committed deliveries on the queue, one message each, of nothing but ids. The endpoint is the message group: a
 * standard queue then serves quiet endpoints before one whose messages pile up. Throws where the queue took not all;
 * the relay brings the rest.
 */
export async function enqueueDeliveries(
  { sqs, queueUrl }: EnqueueDeliveriesDeps,
  deliveries: readonly QueuedDelivery[],
): Promise<void> {
  for (const [mode, group] of Map.groupBy(deliveries, (delivery) => delivery.mode)) {
    await enqueue({ sqs, queueUrl: queueUrl(mode) }, group)
  }
}

async function enqueue(
  { sqs, queueUrl }: { sqs: SQSClient; queueUrl: string },
  deliveries: readonly QueuedDelivery[],
): Promise<void> {
  for (let start = 0; start < deliveries.length; start += batchSize) {
    const batch = deliveries.slice(start, start + batchSize)
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: batch.map((delivery) => ({ Id: delivery.id, ...message(delivery) })),
      }),
    )
    if (Failed.length) {
      throw new Error(`the queue refused ${Failed.map((f) => `${f.Id}: ${f.Message}`).join(', ')}`)
    }
  }
}

/** The same for one delivery, in a message that is seen after the delay (at most 900 s). Gives out the message's id. */
export async function enqueueDeliveryLater(
  { sqs, queueUrl }: EnqueueDeliveriesDeps,
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

function message({ mode, id, endpointId, eventId }: QueuedDelivery) {
  return {
    MessageBody: JSON.stringify({ mode, deliveryId: id, endpointId, eventId }),
    MessageGroupId: endpointId,
  }
}
