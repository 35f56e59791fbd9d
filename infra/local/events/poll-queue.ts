import { setTimeout as wait } from 'node:timers/promises'
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import type { Invocation } from '../functions/invocation.ts'
import { processedMessages, sqsEvent } from './sqs-event.ts'

type Deps = {
  sqs: SQSClient
  invoke: (functionName: string, event: SQSEvent) => Promise<Invocation>
  onProblem: (text: string) => void
}

type Mapping = {
  queueName: string
  queueUrl: string
  functionName: string
  batchSize: number
  maxConcurrency: number
}

export type Poller = { stop: () => Promise<void> }

const retryMilliseconds = 1000

/**
 * Acts as Lambda's event source mapping: receives with long polls, runs up to `maxConcurrency` batches at a time, and
 * deletes what the function reports as processed. Everything else returns after its visibility timeout.
 */
export function pollQueue(deps: Deps, mapping: Mapping): Poller {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  const receiveAndRun = async () => {
    const messages = await receive(deps, mapping, stopping.signal)
    if (messages.length === 0) return
    const batch = runBatch(deps, mapping, messages)
      .catch((error: unknown) => deps.onProblem(`${mapping.queueName}: ${error}`))
      .finally(() => running.delete(batch))
    running.add(batch)
    if (running.size >= mapping.maxConcurrency) await Promise.race(running)
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await receiveAndRun().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return
        deps.onProblem(`${mapping.queueName}: ${error}`)
        await wait(retryMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
      })
    }
  }
  const looping = loop()
  return {
    stop: async () => {
      stopping.abort()
      await looping
      await Promise.all(running)
    },
  }
}

async function receive(
  { sqs }: Deps,
  { queueUrl, batchSize }: Mapping,
  abortSignal: AbortSignal,
): Promise<readonly Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: 20,
    MessageSystemAttributeNames: ['All'],
  })
  const { Messages } = await sqs.send(command, { abortSignal })
  return Messages ?? []
}

async function runBatch(
  { sqs, invoke }: Deps,
  { queueName, queueUrl, functionName }: Mapping,
  messages: readonly Message[],
): Promise<void> {
  const invocation = await invoke(functionName, sqsEvent(queueName, messages))
  if (invocation.outcome !== 'answered') return
  const processed = processedMessages(messages, invocation.payload)
  if (processed.length === 0) return
  const Entries = processed.map(({ ReceiptHandle }, index) => ({
    Id: String(index),
    ReceiptHandle,
  }))
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
}
