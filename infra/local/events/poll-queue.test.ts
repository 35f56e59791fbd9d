import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { expect, it, onTestFinished } from 'vitest'
import { startSqs } from '../aws/sqs/start-sqs.ts'
import { testCaller, testDataDir } from '../aws/test-data-dir.ts'
import type { Invocation } from '../functions/invocation.ts'
import { pollQueue } from './poll-queue.ts'

type Invoke = (name: string, event: SQSEvent) => Promise<Invocation>
type Limits = { batchSize: number; maxConcurrency: number }

async function queueWith(bodies: readonly string[]) {
  const queues = { jobs: { visibilitySeconds: 60, maxReceiveCount: 5 } }
  const service = await startSqs({ dataDir: await testDataDir(), port: 0, queues })
  const sqs = new SQSClient({ ...testCaller, endpoint: service.url })
  onTestFinished(async () => {
    sqs.destroy()
    await service.close()
  })
  const queueUrl = service.queueUrl('jobs')
  const Entries = bodies.map((body, index) => ({ Id: String(index), MessageBody: body }))
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
  const poll = (invoke: Invoke, limits: Limits) => {
    const mapping = { queueName: 'jobs', queueUrl, functionName: 'worker', ...limits }
    const problems: string[] = []
    const onProblem = (text: string) => problems.push(text)
    const { stop } = pollQueue({ sqs, invoke, onProblem }, mapping)
    return { stop, problems }
  }
  /** The number of messages that are in flight: not deleted, and not visible yet. */
  const kept = async () => {
    const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] })
    const { Attributes } = await sqs.send(command)
    return Number(Attributes?.['ApproximateNumberOfMessagesNotVisible'])
  }
  return { poll, kept }
}

const answered = (result: unknown): Invocation => ({
  outcome: 'answered',
  payload: JSON.stringify(result),
})

/** Handles each batch with `respond`; `all` resolves once `count` messages were received. */
function receiver(count: number, respond: (event: SQSEvent) => Invocation) {
  const received: SQSEvent[] = []
  const all = Promise.withResolvers<void>()
  const invoke = async (_: string, event: SQSEvent) => {
    received.push(event)
    if (received.flatMap(({ Records }) => Records).length >= count) all.resolve()
    return respond(event)
  }
  return { invoke, received, all: all.promise }
}

const limits = { batchSize: 10, maxConcurrency: 2 }

it('passes messages as Lambda does, and deletes the processed ones', async () => {
  const { poll, kept } = await queueWith(['one'])
  const { invoke, received, all } = receiver(1, () => answered(null))
  const poller = poll(invoke, limits)
  await all
  await poller.stop()
  expect(received).toEqual([
    {
      Records: [
        {
          messageId: expect.any(String),
          receiptHandle: expect.any(String),
          body: 'one',
          attributes: expect.objectContaining({ ApproximateReceiveCount: '1' }),
          messageAttributes: {},
          md5OfBody: expect.any(String),
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:jobs',
          awsRegion: 'us-east-1',
        },
      ],
    },
  ])
  expect(await kept()).toBe(0)
  expect(poller.problems).toEqual([])
})

it('keeps the messages that the function names as failed', async () => {
  const { poll, kept } = await queueWith(['good', 'bad', 'good', 'bad'])
  const { invoke, all } = receiver(4, ({ Records }) => {
    const failed = Records.filter(({ body }) => body === 'bad')
    return answered({
      batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })),
    })
  })
  const poller = poll(invoke, limits)
  await all
  await poller.stop()
  expect(await kept()).toBe(2)
})

it.each([
  ['an error', { outcome: 'failed', error: { errorType: 'E', errorMessage: '', trace: [] } }],
  ['an unknown failed message', answered({ batchItemFailures: [{ itemIdentifier: 'unknown' }] })],
  ['another format', answered({ batchItemFailures: 'all' })],
] satisfies [string, Invocation][])('keeps the whole batch after %s', async (_, invocation) => {
  const { poll, kept } = await queueWith(['one', 'two'])
  const { invoke, all } = receiver(2, () => invocation)
  const poller = poll(invoke, limits)
  await all
  await poller.stop()
  expect(await kept()).toBe(2)
})

it('never exceeds its concurrency', async () => {
  const { poll, kept } = await queueWith(['1', '2', '3', '4', '5'])
  let running = 0
  let most = 0
  const { invoke, all } = receiver(5, () => answered(null))
  const turn = async (name: string, event: SQSEvent) => {
    most = Math.max(most, ++running)
    // Long enough for any further receive to go through.
    for (let round = 0; round < 50; round++) await new Promise(setImmediate)
    running--
    return invoke(name, event)
  }
  const poller = poll(turn, { batchSize: 1, maxConcurrency: 2 })
  await all
  await poller.stop()
  expect(most).toBeLessThanOrEqual(2)
  expect(await kept()).toBe(0)
})

it('stops in the middle of a long poll', async () => {
  const { poll } = await queueWith(['one'])
  const { invoke, all } = receiver(1, () => answered(null))
  const poller = poll(invoke, limits)
  await all
  const begin = performance.now()
  await poller.stop()
  expect(performance.now() - begin).toBeLessThan(2_000)
  expect(poller.problems).toEqual([])
})
