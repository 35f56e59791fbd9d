import { describe, expect, it, onTestFinished } from 'vitest'
import { deliveryWorkers } from '../../../../test/delivery-workers.ts'
import { transact } from '../../../kernel/store/transact.ts'
import {
  enqueueDeliveries,
  type QueuedDelivery,
} from '../../../records/outbox/enqueue-deliveries.ts'
import { settingsUpdate } from '../../../records/settings/store/settings.ts'
import { openTurnstile } from '../sending/turnstile.ts'
import { slotTaking } from '../store/send-slots.ts'
import { relayDeliveries } from './relay-deliveries.ts'

const { table, aWorker, receiving, aDelivery, stored } = deliveryWorkers()

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
    transact(table(), [settingsUpdate('test', { webhookSendsInFlight })])

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
    await transact(table(), [slotTaking(delivery, inFlight)])
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

  it('waits unread three times, and then written down, in the same message', async () => {
    const { worker, receiver, delivery } = await aCrowd()
    for (const longest of [3, 6, 12]) {
      const { failed, parked } = await worker.work()
      expect(failed).toHaveLength(1)
      expect(parked[0]).toBeGreaterThanOrEqual(longest / 3)
      expect(parked[0]).toBeLessThanOrEqual(longest)
      expect(await stored(delivery)).toMatchObject({ version: 1, messageId: null })
      await worker.pass(parked[0] ?? 0)
    }
    const { failed, parked } = await worker.work()
    expect(parked).toHaveLength(1)
    expect(await stored(delivery)).toMatchObject({ version: 2, attemptsMade: 0, status: 'pending' })
    expect(await stored(delivery)).toMatchObject({ messageId: failed[0] })
    expect(await worker.depth()).toBe(1)
    expect(receiver.connections()).toBe(0)
  })

  it('is left to the relay before it becomes a dead letter', async () => {
    const { worker, delivery, leave } = await aCrowd()
    for (let receipt = 1; receipt < 11; receipt++) {
      const { parked } = await worker.work()
      expect(parked).toHaveLength(1)
      await worker.pass(parked[0] ?? 0)
    }
    expect(await worker.work()).toMatchObject({ failed: [], parked: [] })
    expect(await worker.depth()).toBe(0)
    const waiting = await stored(delivery)
    expect(waiting).toMatchObject({ attemptsMade: 0, status: 'pending', messageId: null })

    leave?.()
    const { deps } = worker
    const enqueue = (deliveries: readonly QueuedDelivery[]) => enqueueDeliveries(deps, deliveries)
    worker.clock.now = new Date((waiting?.dueAt.getTime() ?? 0) + 61_000)
    const relayDeps = { ...deps, enqueueDeliveries: enqueue }
    expect(await relayDeliveries(relayDeps, { mode: 'test' })).toBeGreaterThanOrEqual(1)
    await worker.work()
    expect(await stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 1 })
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
