import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Mode } from '../kernel/mode.ts'
import type { ScanMessage } from './scan-message.ts'

/** Each mode has a queue of its own. */
export type EnqueueScansDeps = { sqs: SQSClient; queueUrl: (mode: Mode) => string }

const batchSize = 10

/**
 * Puts scans on their queue. Their chain is the message group: a standard queue then serves quiet chains before one whose
 * messages pile up. Throws where it took not all: whoever asked asks again, and scanning twice is harmless.
 */
export async function enqueueScans(
  { sqs, queueUrl }: EnqueueScansDeps,
  messages: readonly ScanMessage[],
): Promise<void> {
  for (const [mode, group] of Map.groupBy(messages, (message) => message.mode)) {
    await enqueue({ sqs, queueUrl: queueUrl(mode) }, group)
  }
}

async function enqueue(
  { sqs, queueUrl }: { sqs: SQSClient; queueUrl: string },
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
          MessageGroupId: String(message.chainId),
        })),
      }),
    )
    if (Failed.length) {
      throw new Error(`the queue refused ${Failed.map((f) => `${f.Id}: ${f.Message}`).join(', ')}`)
    }
  }
}
