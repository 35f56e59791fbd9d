import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { WebhookDelivery } from '../domain/webhook-delivery.ts'

export type EnqueueDeliveriesDeps = { sqs: SQSClient; queueUrl: string }

/** What a message needs of a delivery. */
export type QueuedDelivery = Pick<WebhookDelivery, 'mode' | 'id' | 'endpointId'>

const batchSize = 10

/**
 * Puts committed deliveries on the queue, one message `{mode, deliveryId}` each. The endpoint is the message group: a
 * standard queue then serves quiet endpoints before one whose messages pile up. Throws where the queue took not all;
 * the relay brings the rest.
 */
export async function enqueueDeliveries(
  { sqs, queueUrl }: EnqueueDeliveriesDeps,
  deliveries: readonly QueuedDelivery[],
): Promise<void> {
  for (let start = 0; start < deliveries.length; start += batchSize) {
    const batch = deliveries.slice(start, start + batchSize)
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: batch.map(({ mode, id, endpointId }) => ({
          Id: id,
          MessageBody: JSON.stringify({ mode, deliveryId: id }),
          MessageGroupId: endpointId,
        })),
      }),
    )
    if (Failed.length) {
      throw new Error(`the queue refused ${Failed.map((f) => `${f.Id}: ${f.Message}`).join(', ')}`)
    }
  }
}
