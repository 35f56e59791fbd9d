import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { startDynamodb } from '../../infra/local/aws/dynamodb/start-dynamodb.ts'
import { startSqs } from '../../infra/local/aws/sqs/start-sqs.ts'
import { createTableIfMissing } from '../../infra/local/aws/table.ts'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { verifyOwnHeaders } from '../../test/verify-delivery.ts'
import {
  aWebhookEndpoint,
  saveDelivery,
  saveEndpoint,
  webhookSecret,
} from '../../test/webhook-fixture.ts'
import { startWebhookReceiver } from '../../test/webhook-receiver.ts'
import { keys } from '../kernel/store/keys.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { checkoutSessionExample } from '../openapi/resource-examples.ts'
import {
  type ConsumeDeliveriesDeps,
  consumeDeliveries,
  type QueueRecord,
} from '../queue/consume-deliveries.ts'
import { enqueueDeliveries } from '../queue/enqueue-deliveries.ts'
import { settingsUpdate } from '../settings/store/settings.ts'
import { relayDeliveries } from './relay-deliveries.ts'
import { retrySchedule } from './rules/retry-schedule.ts'
import { sendsInFlight } from './rules/send-slots.ts'
import type { WebhookDelivery } from './rules/webhook-delivery.ts'
import { sendWebhook } from './sending/send.ts'
import { openTurnstile } from './sending/turnstile.ts'
import { loadDelivery } from './store/deliveries.ts'
import { listAttempts } from './store/delivery-attempts.ts'
import { slotTaking } from './store/send-slots.ts'
import { deactivateWebhookEndpoint } from './store/webhook-endpoint-changes.ts'
import { loadWebhookEndpoint } from './store/webhook-endpoints.ts'

const randomBytes = seededBytes('deliver webhook')

const queueNames = Array.from({ length: 20 }, (_, number) => `deliveries-${number}`)
const visibilitySeconds = 240
const hiding = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: z.int().positive() })

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

/** A worker with a queue of its own and a clock that only moves explicitly. */
function aWorker(changes: Partial<ConsumeDeliveriesDeps> = {}) {
  const clock = { now: new Date() }
  const sqs = new SQSClient({ ...testCaller, endpoint: queueService.url })
  onTestFinished(() => sqs.destroy())
  const queueUrl = queueService.queueUrl(queueNames.shift() ?? '')
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

  /** What Lambda does with a batch; `parked` is how long each message that comes back was hidden for. */
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

/** An endpoint, an event and its delivery, committed. */
async function aDelivery({ url, at }: { url: string; at: Date }): Promise<WebhookDelivery> {
  const endpoint = aWebhookEndpoint({ url, at }, randomBytes)
  await saveEndpoint(table, endpoint)
  return saveDelivery(table, { endpoint, at }, randomBytes)
}

const deliveryTo = (endpointId: string, at: Date) =>
  saveDelivery(table, { endpoint: { id: endpointId, mode: 'test', active: true }, at }, randomBytes)

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

describe('a delivery that succeeds', () => {
  it('is signed, sent once, logged, and its message is gone', async () => {
    const worker = aWorker()
    const receiver = await receiving(200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    await worker.enqueue(delivery)

    expect(await worker.work()).toMatchObject({ failed: [], parked: [] })

    const [received, ...more] = receiver.deliveries
    expect(more).toEqual([])
    expect(received?.verified).toBe(true)
    expect(received?.event).toEqual({
      id: delivery.eventId,
      object: 'event',
      type: 'session.paid',
      livemode: false,
      data: { ...checkoutSessionExample, id: 'cs_1', sequence: 2, metadata: { name: 'Zoë' } },
      createdAt: delivery.createdAt.toISOString(),
    })
    expect(received?.headers).toMatchObject({
      'webhook-id': delivery.eventId,
      'content-type': 'application/json',
      'user-agent': 'Quittance-Webhooks/1',
    })
    expect(await stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 1 })
    expect(await logOf(delivery)).toMatchObject([
      {
        number: 1,
        startedAt: worker.clock.now,
        url: receiver.url,
        requestHeaders: { 'webhook-id': delivery.eventId },
        outcome: { kind: 'responded', statusCode: 200, body: '' },
        nextAttemptAt: null,
      },
    ])
    expect(await worker.depth()).toBe(0)
  })

  it('after two failures: each attempt waits its time and is signed again, the event stays the same', async () => {
    const worker = aWorker()
    const receiver = await receiving(500, 503, 200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    await worker.enqueue(delivery)

    const [first = 0] = (await worker.work()).parked
    expect(first).toBeGreaterThanOrEqual(54)
    expect(first).toBeLessThanOrEqual(66)
    await worker.pass(first)
    const [second = 0] = (await worker.work()).parked
    expect(second).toBeGreaterThanOrEqual(540)
    expect(second).toBeLessThanOrEqual(660)
    await worker.pass(second)
    expect(await worker.work()).toMatchObject({ failed: [], parked: [] })

    expect(await stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 3 })
    expect((await logOf(delivery)).map(({ number, outcome }) => [number, outcome])).toMatchObject([
      [1, { statusCode: 500 }],
      [2, { statusCode: 503 }],
      [3, { statusCode: 200 }],
    ])
    const { deliveries } = receiver
    expect(new Set(deliveries.map((d) => d.headers['webhook-id']))).toEqual(
      new Set([delivery.eventId]),
    )
    expect(new Set(deliveries.map((d) => d.rawBody)).size).toBe(1)
    expect(new Set(deliveries.map((d) => d.headers['webhook-signature'])).size).toBe(3)
    const last = deliveries.at(-1)
    expect(last && verifyOwnHeaders(last, webhookSecret, worker.clock.now)).toBeUndefined()
    expect(await worker.depth()).toBe(0)
  })
})

describe('a receiver that never takes it', () => {
  it('gets six attempts over 31 hours, the last wait in hops, then the message is deleted', async () => {
    const worker = aWorker()
    const receiver = await receiving(500, 500, 500, 500, 500, 500)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    const startedAt = worker.clock.now.getTime()
    await worker.enqueue(delivery)

    const hops: number[] = []
    for (let receives = 1; receives <= 20; receives++) {
      const { parked } = await worker.work()
      const [seconds] = parked
      if (seconds === undefined) break
      hops.push(seconds)
      await worker.pass(seconds)
    }

    expect(receiver.deliveries).toHaveLength(6)
    // One wait a hop, but for the 24 h: no hop may be longer than the queue hides a message.
    const lastWait = hops.slice(4)
    expect(lastWait.length).toBeGreaterThanOrEqual(2)
    expect(lastWait.length).toBeLessThanOrEqual(3)
    expect(Math.max(...hops)).toBe(42_900)
    const hours = (worker.clock.now.getTime() - startedAt) / 3_600_000
    expect(hours).toBeGreaterThan(31.18 * 0.9)
    expect(hours).toBeLessThan(31.19 * 1.1)
    expect(await stored(delivery)).toMatchObject({
      status: 'failed',
      ending: 'attempts_exhausted',
      attemptsMade: 6,
    })
    expect((await logOf(delivery)).at(-1)).toMatchObject({ number: 6, nextAttemptAt: null })
    expect(await worker.depth()).toBe(0)
    expect(worker.reports).toEqual([])
  })

  it('that is out of reach is tried again like one that refuses', async () => {
    const worker = aWorker()
    const receiver = await receiving()
    await receiver.close()
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    await worker.enqueue(delivery)
    expect((await worker.work()).parked).toHaveLength(1)
    expect(await logOf(delivery)).toMatchObject([{ outcome: { error: 'connection_failed' } }])
    expect(worker.reports).toEqual([])
  })

  it('because it is gone (410) is disabled, and what else waits for it is cancelled', async () => {
    const worker = aWorker()
    const receiver = await receiving(410)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    await worker.enqueue(delivery)
    expect(await worker.work()).toMatchObject({ failed: [], parked: [] })
    expect(await stored(delivery)).toMatchObject({ status: 'failed', ending: 'endpoint_gone' })
    expect(await endpointOf(delivery)).toMatchObject({
      active: false,
      inactiveReason: 'receiver_gone',
      inactiveSince: worker.clock.now,
    })

    const next = await deliveryTo(delivery.endpointId, worker.clock.now)
    await worker.enqueue(next)
    expect(await worker.work()).toMatchObject({ failed: [], parked: [] })
    expect(await stored(next)).toMatchObject({ status: 'cancelled', ending: 'endpoint_inactive' })
    expect(receiver.deliveries).toHaveLength(1)
  })
})

describe('an endpoint that takes nothing any more', () => {
  it('gets no request if it is disabled', async () => {
    const worker = aWorker()
    const receiver = await receiving()
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    const endpoint = await endpointOf(delivery)
    const off = { reason: 'disabled', at: worker.clock.now } as const
    if (endpoint) await deactivateWebhookEndpoint(table, endpoint, off)
    await worker.enqueue(delivery)
    expect(await worker.work()).toMatchObject({ failed: [] })
    expect(await stored(delivery)).toMatchObject({
      status: 'cancelled',
      ending: 'endpoint_inactive',
      endedAt: worker.clock.now,
    })
    expect(receiver.connections()).toBe(0)
  })

  it('deleted, gets no request', async () => {
    const worker = aWorker()
    const receiver = await receiving()
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    const Key = keys.webhookEndpoint(delivery.mode, delivery.endpointId)
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }))
    await worker.enqueue(delivery)
    expect(await worker.work()).toMatchObject({ failed: [] })
    expect(await stored(delivery)).toMatchObject({
      status: 'cancelled',
      ending: 'endpoint_deleted',
    })
    expect(receiver.connections()).toBe(0)
  })
})

describe('duplicates', () => {
  it('ten messages of one delivery at once make one request, and one message stays', async () => {
    const worker = aWorker({
      turnstile: openTurnstile({ places: () => 10, line: 0, patienceMs: 0 }),
    })
    const receiver = await receiving(500)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    for (let copy = 1; copy <= 10; copy++) await worker.enqueue(delivery)
    const { batch, failed } = await worker.work()
    expect(batch).toHaveLength(10)
    expect(failed).toHaveLength(1)
    expect(receiver.deliveries).toHaveLength(1)
    expect(await stored(delivery)).toMatchObject({ status: 'pending', messageId: failed[0] })
    expect(await worker.depth()).toBe(1)
  })

  it('one message received twice makes one request and is not lost', async () => {
    const worker = aWorker()
    const receiver = await receiving(500, 200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    await worker.enqueue(delivery)
    const [record] = await worker.receive()
    const twice = record ? [record, record] : []
    const { failed } = await worker.work(twice)
    expect(failed).toHaveLength(2)
    expect(receiver.deliveries).toHaveLength(1)
    await worker.pass(66)
    expect(await worker.work()).toMatchObject({ failed: [] })
    expect(await stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 2 })
  })
})

describe('an endpoint whose mode has another number of slots', () => {
  const atMost = (webhookSendsInFlight: number | null) =>
    transact(table, [settingsUpdate('test', { webhookSendsInFlight })])

  it.each([
    [1, 0],
    [2, 1],
  ])('of %i gets %i requests beside one in flight', async (count, requests) => {
    onTestFinished(async () => void (await atMost(null)))
    const worker = aWorker()
    const receiver = await receiving(200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    await atMost(count)
    const since = worker.clock.now
    const until = new Date(since.getTime() + 40_000)
    const inFlight = { number: 0, deliveryId: 'another', since, until }
    await transact(table, [slotTaking(delivery, inFlight)])
    await worker.enqueue(delivery)
    await worker.work()
    expect(receiver.deliveries).toHaveLength(requests)
  })
})

describe('a message that finds its endpoint crowded', () => {
  /** All places are taken until the end of the test. */
  async function aCrowd() {
    const turnstile = openTurnstile({ places: () => 1, line: 0, patienceMs: 0 })
    const worker = aWorker({ turnstile })
    const receiver = await receiving(200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    const leave = await turnstile.enter(delivery.endpointId)
    await worker.enqueue(delivery)
    return { worker, receiver, delivery, leave }
  }

  it('waits unread three times, ever longer, and then in a message of its own', async () => {
    const { worker, receiver, delivery } = await aCrowd()
    for (const longest of [3, 6, 12]) {
      const { failed, parked } = await worker.work()
      expect(failed).toHaveLength(1)
      expect(parked[0]).toBeGreaterThanOrEqual(longest / 3)
      expect(parked[0]).toBeLessThanOrEqual(longest)
      expect(await stored(delivery)).toMatchObject({ version: 1, messageId: null })
      await worker.pass(parked[0] ?? 0)
    }
    expect(await worker.work()).toMatchObject({ failed: [], parked: [] })
    expect(await stored(delivery)).toMatchObject({ version: 2, attemptsMade: 0, status: 'pending' })
    expect((await stored(delivery))?.messageId).not.toBeNull()
    expect(await worker.depth()).toBe(0)
    const { Attributes } = await worker.sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: worker.queueUrl,
        AttributeNames: ['ApproximateNumberOfMessagesDelayed'],
      }),
    )
    expect(Attributes).toEqual({ ApproximateNumberOfMessagesDelayed: '1' })
    expect(receiver.connections()).toBe(0)
  })

  it('gets in as soon as there is a place', async () => {
    const { worker, delivery, leave } = await aCrowd()
    const { parked } = await worker.work()
    leave?.()
    await worker.pass(parked[0] ?? 0)
    expect(await worker.work()).toMatchObject({ failed: [], parked: [] })
    expect(await stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 1 })
  })
})

describe('a worker that dies', () => {
  it('while it sends leaves a lease behind: nobody sends before it ends, somebody does afterwards', async () => {
    const dying = Promise.withResolvers<{ kind: 'responded'; statusCode: number; body: string }>()
    const worker = aWorker()
    const receiver = await receiving(200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    await worker.enqueue(delivery)
    const [record] = await worker.receive()
    const claimed = Promise.withResolvers<void>()
    const batch = record ? [record] : []
    const dead = consumeDeliveries(
      {
        ...worker.deps,
        send: () => {
          claimed.resolve()
          return dying.promise
        },
      },
      batch,
    )
    await claimed.promise

    const again = { ...(record && { receiptHandle: record.receiptHandle }) }
    await worker.pass(30, again)
    expect((await worker.work()).parked).toEqual([10])
    expect(receiver.deliveries).toHaveLength(0)
    await worker.pass(10)
    expect(await worker.work()).toMatchObject({ failed: [], parked: [] })
    expect(receiver.deliveries).toHaveLength(1)
    // The interrupted attempt stays in the log: its outcome is unknown and its lease is over.
    expect((await logOf(delivery))[0]).toMatchObject({
      number: 1,
      latencyMs: null,
      url: receiver.url,
      requestHeaders: { 'webhook-id': delivery.eventId },
      outcome: { kind: 'unknown', until: worker.clock.now },
    })

    // It was not dead after all, only very late: what it found out changes nothing any more.
    dying.resolve({ kind: 'responded', statusCode: 500, body: '' })
    await dead
    expect(await stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 1 })
    expect((await logOf(delivery)).map(({ number, outcome }) => [number, outcome])).toMatchObject([
      [1, { kind: 'responded', statusCode: 500 }],
      [1, { kind: 'responded', statusCode: 200 }],
    ])
  })

  it.each([
    ['the key service', { openSecrets: () => Promise.reject(new Error('KMS is away')) }],
    ['our own code', { send: () => Promise.reject(new Error('a bug')) }],
  ])('because of %s names the message and reports, and never throws', async (_, failing) => {
    const worker = aWorker(failing)
    const delivery = await aDelivery({ url: 'http://localhost:1/', at: worker.clock.now })
    await worker.enqueue(delivery)
    const { batch, failed, parked } = await worker.work()
    expect(failed).toEqual(batch.map(({ messageId }) => messageId))
    expect(parked).toEqual([])
    expect(worker.reports).toHaveLength(1)
    expect(await stored(delivery)).toMatchObject({ status: 'pending', attemptsMade: 0 })
  })

  it('over an unreadable message does not take the rest of the batch along', async () => {
    const worker = aWorker()
    const receiver = await receiving(200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    const { sqs, queueUrl } = worker
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'not JSON' }))
    await worker.enqueue(delivery)
    const { batch, failed } = await worker.work()
    expect(failed).toEqual(batch.filter((r) => r.body === 'not JSON').map((r) => r.messageId))
    expect(receiver.deliveries).toHaveLength(1)
    expect(worker.reports).toHaveLength(1)
  })
})

describe('the relay', () => {
  function relaying(worker: ReturnType<typeof aWorker>) {
    const { sqs, queueUrl, deps } = worker
    return relayDeliveries(
      {
        table,
        now: deps.now,
        // Other tests' deliveries are due as well; only this worker's messages are looked at.
        enqueueDeliveries: (deliveries) =>
          enqueueDeliveries({ sqs, queueUrl: () => queueUrl }, deliveries),
      },
      { mode: 'test' },
    )
  }

  const messagesOf = (records: readonly QueueRecord[], { id }: WebhookDelivery) =>
    records.filter(({ body }) => body.includes(id))

  async function allMessages(worker: ReturnType<typeof aWorker>): Promise<QueueRecord[]> {
    const all: QueueRecord[] = []
    for (;;) {
      const batch = await worker.receive()
      if (!batch.length) return all
      all.push(...batch)
    }
  }

  it('hands over what was committed and never queued, after a minute, with growing patience', async () => {
    const worker = aWorker()
    const receiver = await receiving(200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    const relayedAfter = async (seconds: number) => {
      worker.clock.now = new Date(delivery.createdAt.getTime() + seconds * 1000)
      await relaying(worker)
      return messagesOf(await allMessages(worker), delivery)
    }
    expect(await relayedAfter(59)).toHaveLength(0)
    const first = await relayedAfter(61)
    expect(first).toHaveLength(1)
    expect(await relayedAfter(62)).toHaveLength(0)
    // Due again 60 s after the hand-over, overdue 60 s later.
    expect(await relayedAfter(180)).toHaveLength(0)
    expect(await relayedAfter(182)).toHaveLength(1)

    await worker.work(first)
    expect(await stored(delivery)).toMatchObject({ status: 'succeeded' })
    expect(await relayedAfter(100_000)).toHaveLength(0)
  })

  it('replaces a message that was lost while it waited', async () => {
    const worker = aWorker()
    const receiver = await receiving(500, 200)
    const delivery = await aDelivery({ url: receiver.url, at: worker.clock.now })
    await worker.enqueue(delivery)
    const { batch, parked } = await worker.work()
    const [lost] = batch
    await worker.sqs.send(
      new DeleteMessageCommand({ QueueUrl: worker.queueUrl, ReceiptHandle: lost?.receiptHandle }),
    )
    worker.clock.now = new Date(worker.clock.now.getTime() + ((parked[0] ?? 0) + 61) * 1000)
    await relaying(worker)
    await worker.work(messagesOf(await allMessages(worker), delivery))
    expect(await stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 2 })
  })
})
