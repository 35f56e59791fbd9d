import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Mode } from '../kernel/mode.ts'

/** Each mode has its own queue. */
export type QueueDeps = { sqs: SQSClient; queueUrl: (mode: Mode) => string }

export type QueueMessage = { MessageBody: string; MessageGroupId: string }

const batchSize = 10

/** Sends a message for each item, to the queue of its mode. Throws if the queue did not accept all of them. */
export async function sendMessages<Item extends { mode: Mode }>(
  { sqs, queueUrl }: QueueDeps,
  items: readonly Item[],
  messageOf: (item: Item) => QueueMessage,
): Promise<void> {
  for (const [mode, group] of Map.groupBy(items, (item) => item.mode)) {
    const entries = group.map((item, index) => ({ Id: String(index), ...messageOf(item) }))
    for (let start = 0; start < entries.length; start += batchSize) {
      const Entries = entries.slice(start, start + batchSize)
      const { Failed = [] } = await sqs.send(
        new SendMessageBatchCommand({ QueueUrl: queueUrl(mode), Entries }),
      )
      if (Failed.length) throw new Error(`the queue rejected ${Failed.map(reason).join(', ')}`)
    }
  }
}

function reason({ Id, Message }: { Id: string | undefined; Message?: string | undefined }): string {
  return `${Id}: ${Message}`
}
