import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { FauxqsStores, Queue } from './fauxqs-stores.ts'

const request = z.object({ SourceArn: z.string() })

const redrivePolicy = z.object({ deadLetterTargetArn: z.string() })

/**
 * Handles `StartMessageMoveTask`, which fauxqs lacks: moves every dead letter as a new message to the queue that it came
 * from, all in one transaction.
 */
export function moveDeadLetters(
  { stores: { sqsStore }, transaction }: FauxqsStores,
  body: unknown,
): { status: number; body: Record<string, string> } {
  const { SourceArn } = request.parse(body)
  const source = sqsStore.getQueueByArn(SourceArn)
  const target = Array.from(sqsStore.allQueues()).find((queue) => sendsTo(queue, SourceArn))
  if (!source || !target) return noDeadLetterQueue
  transaction(() => {
    for (;;) {
      const received = source.dequeue(10)
      if (received.length === 0) return
      for (const { ReceiptHandle } of received) move(source, target, ReceiptHandle)
    }
  })
  return { status: 200, body: { TaskHandle: randomUUID() } }
}

const noDeadLetterQueue = {
  status: 400,
  body: {
    __type: 'com.amazonaws.sqs#InvalidParameterValue',
    message: 'Source queue must be configured as a Dead Letter Queue.',
  },
}

function sendsTo({ attributes }: Queue, arn: string): boolean {
  const policy = attributes['RedrivePolicy']
  return policy !== undefined && redrivePolicy.parse(JSON.parse(policy)).deadLetterTargetArn === arn
}

function move(source: Queue, target: Queue, receiptHandle: string): void {
  const message = source.inflightMessages.get(receiptHandle)?.message
  source.deleteMessage(receiptHandle)
  if (!message) return
  const { approximateFirstReceiveTimestamp: _, ...kept } = message
  target.enqueue({
    ...kept,
    messageId: randomUUID(),
    sentTimestamp: Date.now(),
    approximateReceiveCount: 0,
  })
}
