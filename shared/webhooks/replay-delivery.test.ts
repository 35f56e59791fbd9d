import { describe, expect, it } from 'vitest'
import { operated } from '../../test/operated.ts'
import { openPostOffice } from '../../test/post-office.ts'
import { testTable } from '../../test/test-table.ts'
import { changeWebhookEndpoint } from './change-webhook-endpoint.ts'
import { runEnableWebhookEndpoint } from './enable-webhook-endpoint.ts'
import { runRecoverDeliveries } from './recover-deliveries.ts'
import { runReplayDelivery } from './replay-delivery.ts'

const url = 'https://shop.example/hooks'
const hour = 3_600

/** An office whose receiver answers what it is told to, from now on. */
async function anOffice(statusCode: number) {
  const receiver = { statusCode }
  const office = await openPostOffice(await testTable(), () => ({ ...receiver }))
  const deps = { table: office.deps.table, now: office.clock, enqueueDeliveries: office.enqueue }
  return { ...office, receiver, deps: { ...deps, urlRules: { allowLoopback: false } } }
}

describe('a replay', () => {
  it('sends the same event, newly signed', async () => {
    const office = await anOffice(200)
    const delivery = await office.post(await office.openEndpoint(url))
    await office.run(hour)
    const replayed = await operated(runReplayDelivery, office.deps, delivery)
    expect(replayed).toMatchObject({
      status: 'pending',
      attemptsMade: 0,
      replayedAt: office.clock().toISOString(),
    })
    await office.run(1)

    const [first, second, ...more] = office.sends.map(({ request }) => request)
    expect(more).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(delivery.eventId)
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature'])
    expect(await office.stored(delivery)).toMatchObject({ status: 'succeeded', attemptsMade: 1 })
    expect((await office.logOf(delivery)).map(({ number }) => number)).toEqual([1, 1])
  })

  it('of what failed makes all its attempts again', async () => {
    const office = await anOffice(500)
    const delivery = await office.post(await office.openEndpoint(url))
    await office.run(40 * hour)
    expect(await office.stored(delivery)).toMatchObject({ status: 'failed' })
    await operated(runReplayDelivery, office.deps, delivery)
    await office.run(40 * hour)
    expect(office.sends).toHaveLength(12)
    expect(await office.stored(delivery)).toMatchObject({ status: 'failed', attemptsMade: 6 })
  })

  it('cancels what is parked: one message stays, and nothing is sent twice', async () => {
    const office = await anOffice(500)
    const delivery = await office.post(await office.openEndpoint(url))
    await office.run(8 * hour)
    expect(await office.stored(delivery)).toMatchObject({ status: 'pending', attemptsMade: 5 })
    await operated(runReplayDelivery, office.deps, delivery)
    await office.run(1)
    expect(office.queue.messages()).toHaveLength(2)
    // The sixth attempt comes 28 to 34 hours after the first.
    await office.run(27 * hour)
    expect(office.sends).toHaveLength(5 + 5)
    expect(office.queue.messages()).toHaveLength(1)
    await office.run(10 * hour)
    expect(office.sends).toHaveLength(5 + 6)
    expect(office.queue.messages()).toEqual([])
  })

  it('that never reached the queue is made up for by the relay', async () => {
    const office = await anOffice(200)
    const delivery = await office.post(await office.openEndpoint(url))
    await office.run(1)
    const lost = async () => Promise.reject(new Error('the process died'))
    const replay = operated(
      runReplayDelivery,
      { ...office.deps, enqueueDeliveries: lost },
      delivery,
    )
    await expect(replay).rejects.toThrow('died')
    await office.run(61)
    expect(await office.relay()).toBe(1)
    await office.run(1)
    expect(office.sends).toHaveLength(2)
  })

  it('is refused while an attempt is under way', async () => {
    const office = await openPostOffice(await testTable(), () => ({
      statusCode: 200,
      afterSeconds: 20,
    }))
    const delivery = await office.post(await office.openEndpoint(url))
    await office.run(10)
    const deps = { table: office.deps.table, now: office.clock, enqueueDeliveries: office.enqueue }
    await expect(operated(runReplayDelivery, deps, delivery)).rejects.toMatchObject({
      code: 'state_changed',
    })
    await office.run(30)
    expect(await office.stored(delivery)).toMatchObject({ status: 'succeeded' })
  })

  it('is refused if the endpoint is disabled, or there is no such delivery', async () => {
    const office = await anOffice(200)
    const endpoint = await office.openEndpoint(url)
    const delivery = await office.post(endpoint)
    await office.run(1)
    const unknown = operated(runReplayDelivery, office.deps, { id: 'del_1' })
    await expect(unknown).rejects.toMatchObject({ code: 'resource_not_found' })
    await changeWebhookEndpoint(office.deps, { ...endpoint, active: false })
    const off = operated(runReplayDelivery, office.deps, delivery)
    await expect(off).rejects.toMatchObject({ code: 'state_changed' })
  })

  it('of two at once is one', async () => {
    const office = await anOffice(500)
    const delivery = await office.post(await office.openEndpoint(url))
    await office.run(1)
    await Promise.all([
      operated(runReplayDelivery, office.deps, delivery),
      operated(runReplayDelivery, office.deps, delivery),
    ])
    office.receiver.statusCode = 200
    await office.run(hour)
    expect(office.sends).toHaveLength(2)
    expect(office.queue.messages()).toEqual([])
  })
})

describe('recovery', () => {
  it('sends again what failed since a moment, and what was cancelled meanwhile', async () => {
    const office = await anOffice(500)
    const endpoint = await office.openEndpoint(url)
    const other = await office.openEndpoint('https://other.example/hooks')
    const early = await office.post(endpoint)
    await office.run(40 * hour)
    const since = office.clock()
    const failed = await Promise.all(Array.from({ length: 8 }, () => office.post(endpoint)))
    const elsewhere = await office.post(other)
    await office.run(40 * hour)
    await changeWebhookEndpoint(office.deps, { ...endpoint, active: false })
    const meanwhile = await office.post({ ...endpoint, active: false })

    expect(await operated(runEnableWebhookEndpoint, office.deps, endpoint)).toMatchObject({
      ...{ active: true, inactiveReason: null, failingSince: null },
      missed: { count: 10 },
    })

    office.receiver.statusCode = 200
    const sentBefore = office.sends.length
    const recover = (limit: number) =>
      operated(runRecoverDeliveries, office.deps, {
        ...{ id: endpoint.id, since: since.toISOString(), limit },
      })
    const first = await recover(5)
    expect(first.more).toBe(true)
    expect(await recover(250)).toEqual({ replayed: 9 - first.replayed, more: false })
    expect(await recover(250)).toEqual({ replayed: 0, more: false })
    await office.run(hour)

    expect(office.sends.length - sentBefore).toBe(9)
    const stored = await Promise.all([...failed, meanwhile].map(office.stored))
    expect(new Set(stored.map((delivery) => delivery?.status))).toEqual(new Set(['succeeded']))
    expect(await office.stored(early)).toMatchObject({ status: 'failed' })
    expect(await office.stored(elsewhere)).toMatchObject({ status: 'failed' })
  })

  it('is refused if the endpoint is disabled', async () => {
    const office = await anOffice(410)
    const endpoint = await office.openEndpoint(url)
    const since = office.clock()
    await office.post(endpoint)
    await office.run(1)
    const recovery = operated(runRecoverDeliveries, office.deps, {
      id: endpoint.id,
      since: since.toISOString(),
      limit: 250,
    })
    await expect(recovery).rejects.toMatchObject({ code: 'state_changed' })
    const { missed } = await operated(runEnableWebhookEndpoint, office.deps, endpoint)
    expect(missed).toEqual({ since: since.toISOString(), count: 1 })
  })
})
