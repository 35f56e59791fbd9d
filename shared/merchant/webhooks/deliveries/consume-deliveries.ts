import type { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { parkMessage } from '../../../queue/park-message.ts'
import { type DeliverWebhookDeps, type DeliveryMessage, deliverWebhook } from './deliver-webhook.ts'

export type ConsumeDeliveriesDeps = DeliverWebhookDeps & {
  sqs: SQSClient
  queueUrl: (mode: Mode) => string
  /** Logs an error with a message. */
  report: (what: string, error: unknown, message: Partial<DeliveryMessage>) => void
}

/** A message as Lambda passes it. */
export type QueueRecord = {
  messageId: string
  receiptHandle: string
  body: string
  attributes: { ApproximateReceiveCount: string }
}

/** The response to Lambda: every message not named here is deleted. */
type BatchResponse = { batchItemFailures: { itemIdentifier: string }[] }

const messageBody = z
  .string()
  .transform((text) => JSON.parse(text))
  .pipe(
    z.object({
      mode: z.enum(modes),
      deliveryId: z.string(),
      endpointId: z.string(),
      eventId: z.string(),
    }),
  )

/**
 * Processes each message of a batch separately. Never throws: messages that have to come back are named in the
 * response. They come back when they were parked for, or, after an error, when their visibility timeout ends.
 */
export async function consumeDeliveries(
  deps: ConsumeDeliveriesDeps,
  records: readonly QueueRecord[],
): Promise<BatchResponse> {
  const returning = await Promise.all(records.map((record) => mustReturn(deps, record)))
  const failures = records.filter((_, index) => returning[index])
  return { batchItemFailures: failures.map((record) => ({ itemIdentifier: record.messageId })) }
}

async function mustReturn(deps: ConsumeDeliveriesDeps, record: QueueRecord): Promise<boolean> {
  const { messageId, receiptHandle, attributes } = record
  let message: Partial<DeliveryMessage> = { messageId }
  try {
    const receipts = Number(attributes.ApproximateReceiveCount)
    const read = { messageId, receipts, ...messageBody.parse(record.body) }
    message = read
    const next = await deliverWebhook(deps, read)
    if (next.kind === 'finished') return false
    const queue = { sqs: deps.sqs, queueUrl: deps.queueUrl(read.mode) }
    await parkMessage(queue, { receiptHandle, until: next.until, now: deps.now() })
  } catch (error) {
    deps.report('deliver-webhooks', error, message)
  }
  return true
}
