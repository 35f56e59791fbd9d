import type { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { type Mode, modes } from '../kernel/mode.ts'
import {
  type DeliverWebhookDeps,
  type DeliveryMessage,
  deliverWebhook,
} from '../webhooks/deliver-webhook.ts'
import type { WebhookDelivery } from '../webhooks/rules/webhook-delivery.ts'
import { enqueueDeliveryLater } from './enqueue-deliveries.ts'
import { parkMessage } from './park-message.ts'

export type ConsumeDeliveriesDeps = Omit<DeliverWebhookDeps, 'enqueueLater'> & {
  sqs: SQSClient
  queueUrl: (mode: Mode) => string
  /** Takes down what went wrong with a message. */
  report: (what: string, error: unknown, message: Partial<DeliveryMessage>) => void
}

/** A message as Lambda hands it over. */
export type QueueRecord = {
  messageId: string
  receiptHandle: string
  body: string
  attributes: { ApproximateReceiveCount: string }
}

/** What Lambda wants to hear: every message not named here is deleted. */
export type BatchAnswer = { batchItemFailures: { itemIdentifier: string }[] }

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
 * Works through a batch, each message for itself. Never throws: a message that has to come back is named in the
 * answer, at the moment it was parked for, or after the queue's own time where we failed.
 */
export async function consumeDeliveries(
  deps: ConsumeDeliveriesDeps,
  records: readonly QueueRecord[],
): Promise<BatchAnswer> {
  const returning = await Promise.all(records.map((record) => hasToComeBack(deps, record)))
  const failures = records.filter((_, index) => returning[index])
  return { batchItemFailures: failures.map((record) => ({ itemIdentifier: record.messageId })) }
}

async function hasToComeBack(deps: ConsumeDeliveriesDeps, record: QueueRecord): Promise<boolean> {
  const { messageId, receiptHandle, attributes } = record
  const delivering = {
    ...deps,
    enqueueLater: (delivery: WebhookDelivery, delaySeconds: number) =>
      enqueueDeliveryLater(deps, delivery, delaySeconds),
  }
  let message: Partial<DeliveryMessage> = { messageId }
  try {
    const receipts = Number(attributes.ApproximateReceiveCount)
    const read = { messageId, receipts, ...messageBody.parse(record.body) }
    message = read
    const fate = await deliverWebhook(delivering, read)
    if (fate.kind === 'finished') return false
    const queue = { sqs: deps.sqs, queueUrl: deps.queueUrl(read.mode) }
    await parkMessage(queue, { receiptHandle, until: fate.until, now: deps.now() })
  } catch (error) {
    deps.report('deliver-webhooks', error, message)
  }
  return true
}
