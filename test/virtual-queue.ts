import { randomUUID } from 'node:crypto'
import { SQSClient } from '@aws-sdk/client-sqs'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { startJsonService } from '../infra/local/aws/json-service.ts'
import { parseBody } from '../infra/local/aws/parse-body.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import { WireError } from '../infra/local/aws/wire-error.ts'
import type { QueueRecord } from '../shared/merchant/webhooks/deliveries/consume-deliveries.ts'

type Message = {
  id: string
  body: string
  sentAt: number
  visibleAt: number
  receives: number
  /** The latest receipt's handle. */
  handle: string
  receivedAt: number
}

export type VirtualQueue = {
  /** A client of the queue; its URL does not matter. */
  sqs: SQSClient
  /** Up to ten messages that are visible now. */
  receive: () => QueueRecord[]
  remove: (record: QueueRecord) => void
  /** When the next message becomes visible; undefined if there is none. */
  nextAt: () => Date | undefined
  messages: () => readonly Message[]
  /** Messages that were received too often. */
  dead: readonly Message[]
  /** Every visibility timeout that was set, in seconds. */
  hidden: readonly number[]
}

const hours = 3_600_000
const longestHiddenMs = 12 * hours
const retentionMs = 96 * hours

const sent = z.object({ MessageBody: z.string(), DelaySeconds: z.int().max(900).default(0) })
const sentBatch = z.object({
  Entries: z.array(z.object({ Id: z.string(), ...sent.shape })).max(10),
})
const hiding = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: z.int().min(0) })

/**
 * A queue with SQS's rules and the test's clock: a receipt hides a message for at most 12 hours in total, receipts are
 * counted, one too many makes a dead letter, and messages expire after four days.
 */
export async function openVirtualQueue(
  now: () => Date,
  { visibilitySeconds, maxReceiveCount }: { visibilitySeconds: number; maxReceiveCount: number },
): Promise<VirtualQueue> {
  let messages: Message[] = []
  const dead: Message[] = []
  const hidden: number[] = []
  const time = () => now().getTime()

  function send({ MessageBody, DelaySeconds }: z.infer<typeof sent>): string {
    const id = randomUUID()
    const visibleAt = time() + DelaySeconds * 1000
    const unread = { handle: '', receivedAt: 0, receives: 0 }
    messages.push({ id, body: MessageBody, sentAt: time(), visibleAt, ...unread })
    return id
  }

  function hide({ ReceiptHandle, VisibilityTimeout }: z.infer<typeof hiding>): void {
    const message = messages.find(({ handle }) => handle === ReceiptHandle)
    if (!message) throw new WireError('MessageNotInflight', 'the message is not in flight')
    const untilMs = time() + VisibilityTimeout * 1000
    if (untilMs - message.receivedAt > longestHiddenMs) {
      throw new Error('Total VisibilityTimeout for the message is beyond the limit [43200 seconds]')
    }
    hidden.push(VisibilityTimeout)
    message.visibleAt = untilMs
  }

  function response(operation: string, input: unknown): unknown {
    switch (operation) {
      case 'SendMessage':
        return { MessageId: send(sent.parse(input)) }
      case 'SendMessageBatch': {
        const { Entries } = sentBatch.parse(input)
        return { Successful: Entries.map((entry) => ({ Id: entry.Id, MessageId: send(entry) })) }
      }
      case 'ChangeMessageVisibility':
        hide(hiding.parse(input))
        return {}
      default:
        throw new WireError('UnknownOperationException', `no operation ${operation}`)
    }
  }

  const service = await startJsonService({
    port: 0,
    handle: async ({ operation, body }) => response(operation, parseBody(body, z.unknown())),
  })
  // The client would check digests that only a real queue returns.
  const sqs = new SQSClient({ ...testCaller, endpoint: service.url, md5: false })
  onTestFinished(async () => {
    sqs.destroy()
    await service.close()
  })

  function receiveOne(message: Message): QueueRecord[] {
    message.receives += 1
    if (message.receives > maxReceiveCount) {
      messages = messages.filter((one) => one !== message)
      dead.push(message)
      return []
    }
    message.handle = randomUUID()
    message.receivedAt = time()
    message.visibleAt = time() + visibilitySeconds * 1000
    const { id, handle, body, receives } = message
    const attributes = { ApproximateReceiveCount: String(receives) }
    return [{ messageId: id, receiptHandle: handle, body, attributes }]
  }

  return {
    sqs,
    dead,
    hidden,
    messages: () => messages,
    receive: () => {
      messages = messages.filter(({ sentAt }) => time() - sentAt <= retentionMs)
      const visible = messages.filter(({ visibleAt }) => visibleAt <= time())
      return visible.slice(0, 10).flatMap(receiveOne)
    },
    remove: ({ receiptHandle }) => {
      messages = messages.filter(({ handle }) => handle !== receiptHandle)
    },
    nextAt: () =>
      messages.length > 0
        ? new Date(Math.min(...messages.map(({ visibleAt }) => visibleAt)))
        : undefined,
  }
}
