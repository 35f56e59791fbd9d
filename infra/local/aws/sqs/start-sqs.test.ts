import { cp } from 'node:fs/promises'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testCaller, testDataDir } from '../test-data-dir.ts'
import { startSqs } from './start-sqs.ts'

const queues = { jobs: { visibilitySeconds: 60, maxReceiveCount: 2 } }

async function open(dataDir: string) {
  const service = await startSqs({ dataDir, port: 0, queues })
  const client = new SQSClient({ ...testCaller, endpoint: service.url })
  const close = async () => {
    client.destroy()
    await service.close()
  }
  return { client, close, service, QueueUrl: service.queueUrl('jobs') }
}

type Opened = Awaited<ReturnType<typeof open>>

async function testQueue(dataDir?: string): Promise<Opened> {
  const opened = await open(dataDir ?? (await testDataDir()))
  onTestFinished(opened.close)
  return opened
}

async function send({ client, QueueUrl }: Opened, MessageBody: string): Promise<void> {
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody }))
}

async function receive({ client, QueueUrl }: Opened, options: { waitSeconds?: number } = {}) {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: options.waitSeconds ?? 0,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
  )
  return Messages.map(({ Body, ReceiptHandle, Attributes }) => ({
    body: Body,
    handle: ReceiptHandle,
    receives: Attributes?.['ApproximateReceiveCount'],
  }))
}

/** Makes the first received message visible again after `seconds`. */
async function show(
  { client, QueueUrl }: Opened,
  [message]: Awaited<ReturnType<typeof receive>>,
  seconds = 0,
): Promise<void> {
  await client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl,
      ReceiptHandle: message?.handle,
      VisibilityTimeout: seconds,
    }),
  )
}

describe('a queue', () => {
  test('hides a received message until it is visible again, and counts its receives', async () => {
    const queue = await testQueue()
    await send(queue, 'work')
    const first = await receive(queue)
    expect(first).toMatchObject([{ body: 'work', receives: '1' }])
    expect(await receive(queue)).toEqual([])
    await show(queue, first)
    expect(await receive(queue)).toMatchObject([{ body: 'work', receives: '2' }])
  })

  test('returns a message after its visibility timeout', async () => {
    const queue = await testQueue()
    await send(queue, 'work')
    await show(queue, await receive(queue), 1)
    expect(await receive(queue)).toEqual([])
    expect(await receive(queue, { waitSeconds: 5 })).toMatchObject([{ body: 'work' }])
  })

  test('forgets a deleted message', async () => {
    const queue = await testQueue()
    await send(queue, 'work')
    const [message] = await receive(queue)
    const { client, QueueUrl } = queue
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.handle }))
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    )
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      VisibilityTimeout: '60',
    })
  })

  test('moves a message that was received too often to its dead-letter queue', async () => {
    const queue = await testQueue()
    await send(queue, 'poison')
    await show(queue, await receive(queue))
    await show(queue, await receive(queue))
    expect(await receive(queue)).toEqual([])
    const dead = { ...queue, QueueUrl: queue.service.queueUrl('jobs-dead') }
    expect(await receive(dead)).toMatchObject([{ body: 'poison' }])
  })

  test('responds to a waiting receiver as soon as a message arrives', async () => {
    const queue = await testQueue()
    const waiting = receive(queue, { waitSeconds: 20 })
    await send(queue, 'work')
    expect(await waiting).toMatchObject([{ body: 'work' }])
  })
})

describe('after a restart', () => {
  test('messages keep their visibility and receive count, even after kill -9', async () => {
    const dataDir = await testDataDir()
    const before = await testQueue(dataDir)
    await send(before, 'hidden')
    await receive(before)
    await send(before, 'shown')
    await show(before, await receive(before))
    await send(before, 'fresh')
    // The state after a killed process: the files as they are, nothing closed.
    const left = await testDataDir()
    await cp(dataDir, left, { recursive: true })

    const queue = await testQueue(left)

    const messages = await receive(queue)
    expect(messages.map(({ body, receives }) => [body, receives]).sort()).toEqual([
      ['fresh', '1'],
      ['shown', '2'],
    ])
  })

  test('a message received before can still be deleted', async () => {
    const dataDir = await testDataDir()
    const before = await open(dataDir)
    await send(before, 'work')
    const received = await receive(before)
    await before.close()

    const queue = await testQueue(dataDir)
    await show(queue, received)
    expect(await receive(queue)).toMatchObject([{ body: 'work', receives: '2' }])
  })

  test('a dead letter is in its queue', async () => {
    const dataDir = await testDataDir()
    const before = await open(dataDir)
    await send(before, 'poison')
    await show(before, await receive(before))
    await show(before, await receive(before))
    await receive(before)
    await before.close()

    const queue = await testQueue(dataDir)
    const dead = { ...queue, QueueUrl: queue.service.queueUrl('jobs-dead') }
    expect(await receive(dead)).toMatchObject([{ body: 'poison' }])
    expect(await receive(queue)).toEqual([])
  })
})

test('can be called with the URL of a queue alone', async () => {
  const queue = await testQueue()
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const client = new SQSClient({ ...testCaller, logger: quiet })
  onTestFinished(() => client.destroy())
  await send({ ...queue, client }, 'work')
  expect(await receive(queue)).toMatchObject([{ body: 'work' }])
})

test('serves nothing but SQS', async () => {
  const { service } = await testQueue()
  const form = new URLSearchParams({ Action: 'ListTopics' })
  const responses = await Promise.all([
    fetch(service.url, { method: 'POST', body: form }),
    fetch(`${service.url}/_fauxqs/queues`),
  ])
  expect(responses.map(({ status }) => status)).toEqual([404, 404])
})
