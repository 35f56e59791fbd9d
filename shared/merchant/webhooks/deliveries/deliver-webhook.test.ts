import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { deliveryWorkers } from '../../../../test/delivery-workers.ts'
import { verifyOwnHeaders } from '../../../../test/verify-delivery.ts'
import { webhookSecret } from '../../../../test/webhook-fixture.ts'
import { checkoutSessionExample } from '../../../payments/checkout-sessions/wire/checkout-session-example.ts'
import { outboxKeys } from '../../../records/outbox/store/keys.ts'
import { deactivateWebhookEndpoint } from '../store/webhook-endpoint-changes.ts'

const { table, aWorker, receiving, aDelivery, deliveryTo, stored, logOf, endpointOf } =
  deliveryWorkers()

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
    if (endpoint) await deactivateWebhookEndpoint(table(), endpoint, off)
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
    const Key = outboxKeys.webhookEndpoint(delivery.mode, delivery.endpointId)
    await table().client.send(new DeleteCommand({ TableName: table().name, Key }))
    await worker.enqueue(delivery)
    expect(await worker.work()).toMatchObject({ failed: [] })
    expect(await stored(delivery)).toMatchObject({
      status: 'cancelled',
      ending: 'endpoint_deleted',
    })
    expect(receiver.connections()).toBe(0)
  })
})
