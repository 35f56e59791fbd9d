import { createHash, randomUUID } from 'node:crypto'
import type { Message } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { consumedQueues, modeQueues } from '../../infra/function-row.ts'
import { functions } from '../../infra/functions.ts'
import { WireError } from '../../infra/local/aws/wire-error.ts'
import { processedMessages, sqsEvent } from '../../infra/local/events/sqs-event.ts'
import { count } from './meter.ts'

type Stored = { queue: string; message: Message; visibleAt: number; receives: number }

const one = z.object({ MessageBody: z.string(), DelaySeconds: z.number().default(0) })
const queueUrl = z.object({ QueueUrl: z.string() })
const sent = queueUrl.extend(one.shape)
const sentBatch = queueUrl.extend({ Entries: z.array(one.extend({ Id: z.string() })) })
const hiding = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: z.number() })

type Invoke = (functionName: string, event: unknown) => Promise<unknown>

/** Queues in virtual time, with their consumers: each message arrives alone, as those of a small shop do. */
export function openMeteredQueues(invoke: Invoke) {
  let messages: Stored[] = []

  function send(url: string, { MessageBody: Body, DelaySeconds }: z.infer<typeof one>) {
    const queue = url.split('/').at(-1) ?? ''
    const MessageId = randomUUID()
    const message = { MessageId, Body, ReceiptHandle: MessageId }
    messages.push({ queue, message, visibleAt: Date.now() + DelaySeconds * 1000, receives: 0 })
    return { MessageId, MD5OfMessageBody: createHash('md5').update(Body).digest('hex') }
  }

  function respond(operation: string, input: unknown): unknown {
    switch (operation) {
      case 'SendMessage': {
        const { QueueUrl, ...message } = sent.parse(input)
        return send(QueueUrl, message)
      }
      case 'SendMessageBatch': {
        const { QueueUrl, Entries } = sentBatch.parse(input)
        return { Successful: Entries.map(({ Id, ...rest }) => ({ Id, ...send(QueueUrl, rest) })) }
      }
      case 'ChangeMessageVisibility': {
        const { ReceiptHandle, VisibilityTimeout } = hiding.parse(input)
        const hidden = messages.find(({ message }) => message.ReceiptHandle === ReceiptHandle)
        if (hidden) hidden.visibleAt = Date.now() + VisibilityTimeout * 1000
        return {}
      }
      default:
        throw new WireError('UnknownOperationException', `no operation ${operation}`)
    }
  }

  async function consume(stored: Stored): Promise<void> {
    const { queue, message } = stored
    stored.receives += 1
    stored.visibleAt = Date.now() + (modeQueues[queue]?.visibilitySeconds ?? 0) * 1000
    count('sqsRequests')
    const Attributes = { ApproximateReceiveCount: String(stored.receives) }
    const received = [{ ...message, Attributes }]
    const result = await invoke(consumerOf(queue), sqsEvent(queue, received))
    if (processedMessages(received, JSON.stringify(result)).length === 0) return
    count('sqsRequests')
    messages = messages.filter((other) => other !== stored)
  }

  return {
    handle: async (operation: string, body: Buffer) =>
      respond(operation, JSON.parse(body.toString('utf8'))),
    /** Consumes every message that is visible now. */
    async drain(): Promise<void> {
      for (;;) {
        const visible = messages.find(({ visibleAt }) => visibleAt <= Date.now())
        if (!visible) return
        await consume(visible)
      }
    },
    /** When the next message becomes visible. */
    nextAt: () => Math.min(...messages.map(({ visibleAt }) => visibleAt)),
  }
}

function consumerOf(modeQueue: string): string {
  const found = Object.entries(functions).find(
    ([, { trigger }]) =>
      trigger.kind === 'queue' && consumedQueues(trigger).some((queue) => queue === modeQueue),
  )
  if (!found) throw new Error(`no function consumes ${modeQueue}`)
  return found[0]
}
