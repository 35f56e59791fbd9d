import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import * as z from 'zod'
import { startDynamodb } from '../infra/local/aws/dynamodb/start-dynamodb.ts'
import { startSqs } from '../infra/local/aws/sqs/start-sqs.ts'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import type { RandomBytes } from '../shared/kernel/ids.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import {
  type ConsumeDeliveriesDeps,
  consumeDeliveries,
  type QueueRecord,
} from '../shared/merchant/webhooks/deliveries/consume-deliveries.ts'
import { sendsInFlight } from '../shared/merchant/webhooks/rules/send-slots.ts'
import { sendWebhook } from '../shared/merchant/webhooks/sending/send.ts'
import { openTurnstile } from '../shared/merchant/webhooks/sending/turnstile.ts'
import { enqueueDeliveries } from '../shared/records/outbox/enqueue-deliveries.ts'
import { retrySchedule } from '../shared/records/outbox/rules/retry-schedule.ts'
import type { WebhookDelivery } from '../shared/records/outbox/rules/webhook-delivery.ts'
import { loadDelivery } from '../shared/records/outbox/store/deliveries.ts'
import { listAttempts } from '../shared/records/outbox/store/delivery-attempts.ts'
import { loadWebhookEndpoint } from '../shared/records/outbox/store/webhook-endpoints.ts'
import { seededBytes } from './seeded-bytes.ts'
import { aWebhookEndpoint, saveDelivery, saveEndpoint, webhookSecret } from './webhook-fixture.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

const visibilitySeconds = 240
const hiding = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: z.int().positive() })

/**
 * DynamoDB and SQS for a file of tests, with workers that send to receivers on loopback. Call it at the top of the file:
 * it starts the services before the tests and stops them afterwards.
 */
export function deliveryWorkers() {
  const randomBytes = seededBytes('deliver webhook')
  const queueNames = Array.from({ length: 20 }, (_, number) => `deliveries-${number}`)
  let dataDir: string
  let dynamodb: Awaited<ReturnType<typeof startDynamodb>>
  let queueService: Awaited<ReturnType<typeof startSqs>>
  let client: DynamoDBClient
  let table: Table

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'quittance-deliveries-'))
    dynamodb = await startDynamodb({ dataDir, port: 0 })
    const settings = { visibilitySeconds, maxReceiveCount: 20 }
    const queues = Object.fromEntries(queueNames.map((name) => [name, settings]))
    queueService = await startSqs({ dataDir, port: 0, queues })
    client = new DynamoDBClient({ ...testCaller, endpoint: dynamodb.url })
    await createTableIfMissing(client, 'payments')
    table = { client: DynamoDBDocumentClient.from(client), name: 'payments' }
  })

  afterAll(async () => {
    client.destroy()
    await queueService.close()
    await dynamodb.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  function aWorker(changes: Partial<ConsumeDeliveriesDeps> = {}): DeliveryWorker {
    const queueUrl = queueService.queueUrl(queueNames.shift() ?? '')
    return deliveryWorker({ table, randomBytes, sqsUrl: queueService.url, queueUrl }, changes)
  }

  /** An endpoint, an event and its delivery, committed. */
  async function aDelivery({ url, at }: { url: string; at: Date }): Promise<WebhookDelivery> {
    const endpoint = aWebhookEndpoint({ url, at }, randomBytes)
    await saveEndpoint(table, endpoint)
    return saveDelivery(table, { endpoint, at }, randomBytes)
  }

  const deliveryTo = (endpointId: string, at: Date) =>
    saveDelivery(
      table,
      { endpoint: { id: endpointId, mode: 'test', active: true }, at },
      randomBytes,
    )

  async function receiving(...responses: number[]) {
    const receiver = await startWebhookReceiver({ responses })
    onTestFinished(receiver.close)
    receiver.expectSecret(webhookSecret)
    return receiver
  }

  const stored = ({ mode, id }: WebhookDelivery) => loadDelivery(table, mode, id)
  const logOf = ({ mode, id }: WebhookDelivery) => listAttempts(table, { mode, deliveryId: id })
  const endpointOf = ({ mode, endpointId }: WebhookDelivery) =>
    loadWebhookEndpoint(table, mode, endpointId)

  return {
    table: () => table,
    aWorker,
    receiving,
    aDelivery,
    deliveryTo,
    stored,
    logOf,
    endpointOf,
  }
}

export type DeliveryWorker = ReturnType<typeof deliveryWorker>

type Services = { table: Table; randomBytes: RandomBytes; sqsUrl: string; queueUrl: string }

/** A worker with a queue of its own and a clock that only moves explicitly. */
function deliveryWorker(
  { table, randomBytes, sqsUrl, queueUrl }: Services,
  changes: Partial<ConsumeDeliveriesDeps>,
) {
  const clock = { now: new Date() }
  const sqs = new SQSClient({ ...testCaller, endpoint: sqsUrl })
  onTestFinished(() => sqs.destroy())
  const reports: unknown[] = []
  const deps: ConsumeDeliveriesDeps = {
    table,
    sqs,
    queueUrl: () => queueUrl,
    now: () => clock.now,
    randomBytes,
    openSecrets: async () => [webhookSecret],
    send: (request) => sendWebhook(request, { allowLoopback: true, timeoutMs: 10_000 }),
    schedule: retrySchedule(),
    leaseSeconds: 40,
    turnstile: openTurnstile({ places: () => sendsInFlight, line: 0, patienceMs: 0 }),
    slotCounts: new Map(),
    report: (_, error) => reports.push(error),
    ...changes,
  }
  const hidden: { receiptHandle: string; seconds: number }[] = []
  sqs.middlewareStack.add(
    (next, context) => (args) => {
      const { success, data } = hiding.safeParse(args.input)
      if (context['commandName'] === 'ChangeMessageVisibilityCommand' && success) {
        hidden.push({ receiptHandle: data.ReceiptHandle, seconds: data.VisibilityTimeout })
      }
      return next(args)
    },
    { step: 'initialize' },
  )

  async function receive(): Promise<QueueRecord[]> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    )
    return Messages.map(({ MessageId = '', ReceiptHandle = '', Body = '', Attributes }) => ({
      messageId: MessageId,
      receiptHandle: ReceiptHandle,
      body: Body,
      attributes: { ApproximateReceiveCount: Attributes?.ApproximateReceiveCount ?? '1' },
    }))
  }

  /** Processes a batch as Lambda does; `parked` is how long each message that comes back was hidden for. */
  async function work(records?: readonly QueueRecord[]) {
    const batch = records ?? (await receive())
    const before = hidden.length
    const { batchItemFailures } = await consumeDeliveries(deps, batch)
    const failed = batchItemFailures.map((failure) => failure.itemIdentifier)
    for (const { messageId, receiptHandle } of batch) {
      if (failed.includes(messageId)) continue
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle }))
    }
    return { batch, failed, parked: hidden.slice(before).map(({ seconds }) => seconds) }
  }

  /** Lets time pass, after which a hidden message is there again. */
  async function pass(seconds: number, { receiptHandle }: { receiptHandle?: string } = {}) {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
    const handle = receiptHandle ?? hidden.at(-1)?.receiptHandle
    await sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: handle,
        VisibilityTimeout: 0,
      }),
    )
  }

  /** Messages on the queue, seen or hidden. */
  async function depth(): Promise<number> {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    )
    return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0)
  }

  const enqueue = (delivery: WebhookDelivery) =>
    enqueueDeliveries({ sqs, queueUrl: () => queueUrl }, [delivery])
  return { clock, deps, sqs, queueUrl, reports, receive, work, pass, depth, enqueue }
}
