import type { Message } from '@aws-sdk/client-sqs'
import type { SQSEvent, SQSRecord } from 'aws-lambda'
import * as z from 'zod'

/** Returns the event that Lambda creates from received messages. */
export function sqsEvent(queueName: string, messages: readonly Message[]): SQSEvent {
  return { Records: messages.map((message) => record(queueName, message)) }
}

function record(queueName: string, message: Message): SQSRecord {
  const { MessageId, ReceiptHandle, Body, MD5OfBody, Attributes } = message
  return {
    messageId: MessageId ?? '',
    receiptHandle: ReceiptHandle ?? '',
    body: Body ?? '',
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: '000000000000',
      ApproximateFirstReceiveTimestamp: '0',
      ...Attributes,
    },
    messageAttributes: {},
    md5OfBody: MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queueName}`,
    awsRegion: 'us-east-1',
  }
}

const batchResponse = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish() })
  .nullish()

/**
 * Returns the messages of a batch that the function has processed, from its response. As on Lambda, a response that is
 * malformed or names an unknown message fails the whole batch.
 */
export function processedMessages(
  messages: readonly Message[],
  payload: string,
): readonly Message[] {
  const parsed = batchResponse.safeParse(JSON.parse(payload))
  if (!parsed.success) return []
  const failed = new Set(parsed.data?.batchItemFailures?.map((item) => item.itemIdentifier))
  const known = new Set(messages.map((message) => message.MessageId))
  if ([...failed].some((id) => !known.has(id))) return []
  return messages.filter(({ MessageId }) => MessageId !== undefined && !failed.has(MessageId))
}
