import {
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test } from 'vitest'
import { testCaller, testDataDir } from '../test-data-dir.ts'
import { startSqs } from './start-sqs.ts'

const queues = { jobs: { visibilitySeconds: 60, maxReceiveCount: 2 } }
const deadArn = 'arn:aws:sqs:us-east-1:000000000000:jobs-dead'

async function open(dataDir: string) {
  const service = await startSqs({ dataDir, port: 0, queues })
  const client = new SQSClient({ ...testCaller, endpoint: service.url })
  const close = async () => {
    client.destroy()
    await service.close()
  }
  const send = (queue: string, MessageBody: string) =>
    client.send(new SendMessageCommand({ QueueUrl: service.queueUrl(queue), MessageBody }))
  async function receive(queue: string) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: service.queueUrl(queue),
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    )
    return Messages.map(({ Body, Attributes }) => [Body, Attributes?.ApproximateReceiveCount])
  }
  const move = (SourceArn: string) => client.send(new StartMessageMoveTaskCommand({ SourceArn }))
  return { close, send, receive, move }
}

test('every dead letter becomes a new message of its queue, even after a restart', async () => {
  const dataDir = await testDataDir()
  const before = await open(dataDir)
  for (let number = 0; number < 12; number++) await before.send('jobs-dead', `poison ${number}`)
  expect((await before.move(deadArn)).TaskHandle).toMatch(/^[\w-]{36}$/)
  await before.close()

  const queue = await open(dataDir)
  onTestFinished(queue.close)
  const received = [...(await queue.receive('jobs')), ...(await queue.receive('jobs'))]
  expect(received).toHaveLength(12)
  expect(new Set(received.map(([, receives]) => receives))).toEqual(new Set(['1']))
  expect(await queue.receive('jobs-dead')).toEqual([])
})

test('a queue that is not a dead-letter queue is rejected as a source', async () => {
  const queue = await open(await testDataDir())
  onTestFinished(queue.close)
  const move = queue.move(deadArn.replace('-dead', ''))
  await expect(move).rejects.toThrow('must be configured as a Dead Letter Queue')
})
