import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { ScanMessage } from '../contract/scan-message.ts'

export type EnqueueScansDeps = { sqs: SQSClient; queueUrl: string }

const batchSize = 10

/** Puts scans on their queue. Throws where it took not all: whoever asked asks again, and scanning twice is harmless. */
export async function enqueueScans(
  { sqs, queueUrl }: EnqueueScansDeps,
  messages: readonly ScanMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += batchSize) {
    const batch = messages.slice(start, start + batchSize)
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: batch.map((message, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
        })),
      }),
    )
    if (Failed.length) {
      throw new Error(`the queue refused ${Failed.map((f) => `${f.Id}: ${f.Message}`).join(', ')}`)
    }
  }
}
