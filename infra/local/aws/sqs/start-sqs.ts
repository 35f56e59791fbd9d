import { join } from 'node:path'
import { buildApp } from 'fauxqs'
import { type AccessKeyIds, isOwnCall } from '../local-caller.ts'
import { type FauxqsStores, openFauxqsStores, type Queue } from './fauxqs-stores.ts'
import { moveDeadLetters } from './move-dead-letters.ts'

export type StartSqsInput = {
  /** The queues are in its subfolder `sqs`. */
  dataDir: string
  /** 0 uses a free port. */
  port: number
  /** Each with a `maxReceiveCount` has a dead-letter queue `<name>-dead`. */
  queues: Readonly<Record<string, QueueSettings>>
  /** Who may call; without it, every program on this machine. */
  accessKeyIds?: AccessKeyIds
}

type QueueSettings = {
  visibilitySeconds: number
  keptSeconds?: number
  maxReceiveCount: number | null
}

const account = '000000000000'
const region = 'us-east-1'
const deadLetterRetentionSeconds = 14 * 24 * 3600
const defaultRetentionSeconds = 4 * 24 * 3600

/**
 * Starts a local SQS: fauxqs, which stores queues, messages and their visibility in SQLite. A queue's URL has the origin of
 * the service, because the SDK sends its calls there.
 */
export async function startSqs({ dataDir, port, queues, accessKeyIds }: StartSqsInput): Promise<{
  url: string
  queueUrl: (name: string) => string
  close: () => Promise<void>
}> {
  const fauxqs = await openFauxqsStores(join(dataDir, 'sqs'))
  const app = buildApp({ logger: false, defaultRegion: region, stores: fauxqs.stores })
  // Without this header, fauxqs serves SNS and S3, which aren't needed and accept forms from any web page.
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnCall(request.headers, accessKeyIds)) {
      await reply.code(403).send({ __type: 'InvalidClientTokenId' })
    } else if (!request.headers['x-amz-target']) await reply.code(404).send({ error: 'not found' })
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.headers['x-amz-target'] !== 'AmazonSQS.StartMessageMoveTask') return
    const { status, body } = moveDeadLetters(fauxqs, request.body)
    await reply.code(status).type('application/x-amz-json-1.0').send(JSON.stringify(body))
  })
  const url = await app.listen({ port, host: '127.0.0.1' })
  const queueUrl = (name: string) => `${url}/${account}/${name}`
  for (const [name, settings] of Object.entries(queues)) {
    declareQueue(fauxqs, { name, settings, queueUrl })
  }
  return {
    url,
    queueUrl,
    close: async () => {
      await app.close()
      fauxqs.close()
    },
  }
}

/** Creates a queue and its dead-letter queue, or updates those of an earlier start. */
function declareQueue(
  { stores: { sqsStore }, transaction }: FauxqsStores,
  {
    name,
    settings,
    queueUrl,
  }: { name: string; settings: QueueSettings; queueUrl: (name: string) => string },
): void {
  const ensure = (queueName: string): Queue => {
    const present = sqsStore.getQueueByName(queueName)
    return present ?? sqsStore.createQueue(queueName, queueUrl(queueName), arnOf(queueName))
  }
  const { visibilitySeconds, keptSeconds = defaultRetentionSeconds, maxReceiveCount } = settings
  const queue = ensure(name)
  queue.setAttributes({
    VisibilityTimeout: String(visibilitySeconds),
    MessageRetentionPeriod: String(keptSeconds),
  })
  if (maxReceiveCount !== null) {
    const deadLetters = ensure(`${name}-dead`)
    deadLetters.setAttributes({ MessageRetentionPeriod: String(deadLetterRetentionSeconds) })
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount })
    queue.setAttributes({ RedrivePolicy })
  }
  receiveInOneTransaction(queue, transaction)
}

/** A message that moves to the dead-letter queue is deleted, then inserted: a crash in between would lose it. */
function receiveInOneTransaction(queue: Queue, transaction: FauxqsStores['transaction']): void {
  const dequeue = queue.dequeue.bind(queue)
  queue.dequeue = (...parameters) => {
    let received: ReturnType<Queue['dequeue']> = []
    transaction(() => {
      received = dequeue(...parameters)
    })
    return received
  }
}

function arnOf(queueName: string): string {
  return `arn:aws:sqs:${region}:${account}:${queueName}`
}
