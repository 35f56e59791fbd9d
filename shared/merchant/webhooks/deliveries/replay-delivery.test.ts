import { describe, expect, it } from 'vitest'
import { deliveryHarness } from '../../../../test/delivery-harness.ts'
import { runAsOperator } from '../../../../test/run-as-operator.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { changeWebhookEndpoint } from '../../../../test/webhook-fixture.ts'
import { pageAuditEntries } from '../../../kernel/store/audit-log.ts'
import { enableWebhookEndpoint } from '../endpoints/enable-webhook-endpoint.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { redriveDeliveries } from './redrive-deliveries.ts'
import { replayDelivery } from './replay-delivery.ts'

const randomBytes = seededBytes('audit')

const url = 'https://shop.example/hooks'
const hour = 3_600

/** A harness whose receiver responds with `response`, which can be changed. */
async function aHarness(statusCode: number) {
  const receiver = { statusCode }
  const harness = await deliveryHarness(await testTable(), () => ({ ...receiver }))
  const deps = { table: harness.deps.table, now: harness.clock, enqueueDeliveries: harness.enqueue }
  return { ...harness, receiver, deps: { ...deps, urlRules: { allowLoopback: false } } }
}

describe('a replay', () => {
  it('sends the same event, newly signed', async () => {
    const harness = await aHarness(200)
    const delivery = await harness.post(await harness.openEndpoint(url))
    await harness.run(hour)
    const replayed = await runAsOperator(replayDelivery, harness.deps, delivery)
    expect(replayed).toMatchObject({
      status: 'pending',
      attemptsMade: 0,
      replayedAt: harness.clock().toISOString(),
    })
    await harness.run(1)

    const [first, second, ...more] = harness.sends.map(({ request }) => request)
    expect(more).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(delivery.eventId)
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature'])
    expect(await harness.stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 1 })
    expect((await harness.logOf(delivery)).map(({ number }) => number)).toEqual([1, 1])
  })

  it('of what failed makes all its attempts again', async () => {
    const harness = await aHarness(500)
    const delivery = await harness.post(await harness.openEndpoint(url))
    await harness.run(40 * hour)
    expect(await harness.stored(delivery)).toMatchObject({ status: 'failed' })
    await runAsOperator(replayDelivery, harness.deps, delivery)
    await harness.run(40 * hour)
    expect(harness.sends).toHaveLength(12)
    expect(await harness.stored(delivery)).toMatchObject({ status: 'failed', attemptsMade: 6 })
  })

  it('cancels what is parked: one message stays, and nothing is sent twice', async () => {
    const harness = await aHarness(500)
    const delivery = await harness.post(await harness.openEndpoint(url))
    await harness.run(8 * hour)
    expect(await harness.stored(delivery)).toMatchObject({ status: 'pending', attemptsMade: 5 })
    await runAsOperator(replayDelivery, harness.deps, delivery)
    await harness.run(1)
    expect(harness.queue.messages()).toHaveLength(2)
    // The sixth attempt comes 28 to 34 hours after the first.
    await harness.run(27 * hour)
    expect(harness.sends).toHaveLength(5 + 5)
    expect(harness.queue.messages()).toHaveLength(1)
    await harness.run(10 * hour)
    expect(harness.sends).toHaveLength(5 + 6)
    expect(harness.queue.messages()).toEqual([])
  })

  it('that never reached the queue is made up for by the relay', async () => {
    const harness = await aHarness(200)
    const delivery = await harness.post(await harness.openEndpoint(url))
    await harness.run(1)
    const lost = async () => Promise.reject(new Error('the process died'))
    const replay = runAsOperator(
      replayDelivery,
      { ...harness.deps, enqueueDeliveries: lost },
      delivery,
    )
    await expect(replay).rejects.toThrow('died')
    await harness.run(61)
    expect(await harness.relay()).toBe(1)
    await harness.run(1)
    expect(harness.sends).toHaveLength(2)
  })

  it('is refused while an attempt is under way', async () => {
    const harness = await deliveryHarness(await testTable(), () => ({
      statusCode: 200,
      afterSeconds: 20,
    }))
    const delivery = await harness.post(await harness.openEndpoint(url))
    await harness.run(10)
    const deps = {
      table: harness.deps.table,
      now: harness.clock,
      enqueueDeliveries: harness.enqueue,
    }
    await expect(runAsOperator(replayDelivery, deps, delivery)).rejects.toMatchObject({
      code: 'state_changed',
    })
    await harness.run(30)
    expect(await harness.stored(delivery)).toMatchObject({ status: 'succeeded' })
  })

  it('is refused if the endpoint is disabled, or there is no such delivery', async () => {
    const harness = await aHarness(200)
    const endpoint = await harness.openEndpoint(url)
    const delivery = await harness.post(endpoint)
    await harness.run(1)
    const unknown = runAsOperator(replayDelivery, harness.deps, { id: 'del_1' })
    await expect(unknown).rejects.toMatchObject({ code: 'resource_not_found' })
    await changeWebhookEndpoint(harness.deps, endpoint, { active: false })
    const off = runAsOperator(replayDelivery, harness.deps, delivery)
    await expect(off).rejects.toMatchObject({ code: 'state_changed' })
  })

  it('of two at once is one', async () => {
    const harness = await aHarness(500)
    const delivery = await harness.post(await harness.openEndpoint(url))
    await harness.run(1)
    await Promise.all([
      runAsOperator(replayDelivery, harness.deps, delivery),
      runAsOperator(replayDelivery, harness.deps, delivery),
    ])
    harness.receiver.statusCode = 200
    await harness.run(hour)
    expect(harness.sends).toHaveLength(2)
    expect(harness.queue.messages()).toEqual([])
  })
})

describe('recovery', () => {
  it('sends again what failed since a moment, and what was cancelled meanwhile', async () => {
    const harness = await aHarness(500)
    const endpoint = await harness.openEndpoint(url)
    const other = await harness.openEndpoint('https://other.example/hooks')
    const early = await harness.post(endpoint)
    await harness.run(40 * hour)
    const since = harness.clock()
    const failed = await Promise.all(Array.from({ length: 8 }, () => harness.post(endpoint)))
    const elsewhere = await harness.post(other)
    await harness.run(40 * hour)
    await changeWebhookEndpoint(harness.deps, endpoint, { active: false })
    const meanwhile = await harness.post({ ...endpoint, active: false })

    expect(
      await runAsOperator(enableWebhookEndpoint, { ...harness.deps, randomBytes }, endpoint),
    ).toMatchObject({
      active: true,
      inactiveReason: null,
      failingSince: null,
      missed: { count: 10 },
    })

    harness.receiver.statusCode = 200
    const sentBefore = harness.sends.length
    const recover = (limit: number) =>
      runAsOperator(
        recoverDeliveries,
        { ...harness.deps, randomBytes },
        {
          id: endpoint.id,
          since: since.toISOString(),
          limit,
        },
      )
    const first = await recover(5)
    expect(first.more).toBe(true)
    expect(await recover(250)).toEqual({ replayed: 9 - first.replayed, more: false })
    expect(await recover(250)).toEqual({ replayed: 0, more: false })
    await harness.run(hour)

    expect(harness.sends.length - sentBefore).toBe(9)
    const stored = await Promise.all([...failed, meanwhile].map(harness.stored))
    expect(new Set(stored.map((delivery) => delivery?.status))).toEqual(new Set(['succeeded']))
    expect(await harness.stored(early)).toMatchObject({ status: 'failed' })
    expect(await harness.stored(elsewhere)).toMatchObject({ status: 'failed' })
  })

  it('is in the audit log before anything is replayed', async () => {
    const harness = await aHarness(410)
    const endpoint = await harness.openEndpoint(url)
    const since = harness.clock().toISOString()
    await harness.post(endpoint)
    await harness.run(1)
    const services = { ...harness.deps, randomBytes }
    await runAsOperator(enableWebhookEndpoint, services, endpoint)
    const crashing = {
      ...services,
      enqueueDeliveries: async () => {
        throw new Error('the function died')
      },
    }
    const input = { id: endpoint.id, since, limit: 5 }
    await expect(runAsOperator(recoverDeliveries, crashing, input)).rejects.toThrow('died')
    const wanted = { mode: endpoint.mode, action: 'deliveries.recover' }
    const { items } = await pageAuditEntries(harness.deps.table, wanted, { limit: 1 })
    expect(items).toMatchObject([
      { action: 'deliveries.recover', target: endpoint.id, after: { since, limit: 5 } },
    ])
  })

  it('of dead letters is in the audit log before they are moved', async () => {
    const { deps } = await aHarness(200)
    const redriveDeadLetters = async () => {
      throw new Error('the function died')
    }
    const services = { ...deps, randomBytes, redriveDeadLetters }
    await expect(runAsOperator(redriveDeliveries, services, {})).rejects.toThrow('died')
    const { items } = await pageAuditEntries(deps.table, { mode: 'live' }, { limit: 1 })
    expect(items).toMatchObject([{ action: 'deliveries.redrive', target: 'deliveries' }])
  })

  it('is refused if the endpoint is disabled', async () => {
    const harness = await aHarness(410)
    const endpoint = await harness.openEndpoint(url)
    const since = harness.clock()
    await harness.post(endpoint)
    await harness.run(1)
    const recovery = runAsOperator(
      recoverDeliveries,
      { ...harness.deps, randomBytes },
      {
        id: endpoint.id,
        since: since.toISOString(),
        limit: 250,
      },
    )
    await expect(recovery).rejects.toMatchObject({ code: 'state_changed' })
    const { missed } = await runAsOperator(
      enableWebhookEndpoint,
      { ...harness.deps, randomBytes },
      endpoint,
    )
    expect(missed).toEqual({ since: since.toISOString(), count: 1 })
  })
})
