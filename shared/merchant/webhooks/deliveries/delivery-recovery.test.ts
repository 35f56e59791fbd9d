import { DeleteMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { type DeliveryWorker, deliveryWorkers } from '../../../../test/delivery-workers.ts'
import { enqueueDeliveries } from '../../../records/outbox/enqueue-deliveries.ts'
import type { WebhookDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'
import { consumeDeliveries, type QueueRecord } from './consume-deliveries.ts'
import { relayDeliveries } from './relay-deliveries.ts'

const { table, aWorker, receiving, aDelivery, stored, logOf } = deliveryWorkers()

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
  function relaying(worker: DeliveryWorker) {
    const { sqs, queueUrl, deps } = worker
    return relayDeliveries(
      {
        table: table(),
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

  async function allMessages(worker: DeliveryWorker): Promise<QueueRecord[]> {
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
