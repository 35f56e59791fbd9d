import { describe, expect, it } from 'vitest'
import { deliveryHarness, type Receiver } from '../../../../test/delivery-harness.ts'
import { testTable } from '../../../../test/test-table.ts'
import { receiptsOfWaiting } from '../rules/send-slots.ts'
import { noteFailingSince } from '../store/webhook-endpoint-changes.ts'

const hour = 3_600
const day = 24 * hour

async function aHarness(receiver: Receiver) {
  return deliveryHarness(await testTable(), receiver)
}

const always =
  (statusCode: number): Receiver =>
  () => ({ statusCode })

describe('a receiver that never takes it', () => {
  it('is left alone by the relay while its message waits', async () => {
    const harness = await aHarness(always(500))
    const endpoint = await harness.openEndpoint('https://shop.example/hooks')
    await harness.post(endpoint)
    for (let minute = 0; minute < 90; minute++) {
      await harness.run(60)
      expect(await harness.relay()).toBe(0)
    }
    expect(harness.queue.messages()).toHaveLength(1)
    expect(harness.sends).toHaveLength(4)
  })
})

describe('the log', () => {
  it('says of an attempt when, where to, with which headers, how long, its outcome and what is next', async () => {
    const harness = await aHarness(() => ({ statusCode: 503, afterSeconds: 20 }))
    const endpoint = await harness.openEndpoint('https://shop.example/hooks')
    const startedAt = harness.clock()
    const delivery = await harness.post(endpoint)
    await harness.run(10)
    const line = {
      deliveryId: delivery.id,
      mode: 'test',
      number: 1,
      startedAt,
      url: endpoint.url,
      requestHeaders: harness.sends[0]?.request.headers,
    }
    const until = new Date(startedAt.getTime() + 40_000)
    const unknown = { outcome: { kind: 'unknown', until }, latencyMs: null, nextAttemptAt: null }
    expect(await harness.logOf(delivery)).toEqual([{ ...line, ...unknown }])
    await harness.run(20)
    const { nextAttemptAt } = (await harness.stored(delivery)) ?? {}
    expect(nextAttemptAt?.getTime()).toBeGreaterThan(harness.clock().getTime())
    const outcome = { kind: 'responded', statusCode: 503, body: '' }
    expect(await harness.logOf(delivery)).toEqual([
      { ...line, outcome, latencyMs: 20_000, nextAttemptAt },
    ])
  })
})

describe('five sends at a time', () => {
  it('go to an endpoint that hangs; the others wait without an attempt, a dead letter or a duplicate', async () => {
    const harness = await aHarness(() => ({ statusCode: 500, afterSeconds: 30 }))
    const endpoint = await harness.openEndpoint('https://hangs.example/hooks')
    const deliveries = await Promise.all(Array.from({ length: 40 }, () => harness.post(endpoint)))
    for (let minute = 0; minute < 5; minute++) {
      await harness.run(60)
      expect(await harness.relay()).toBe(0)
    }

    const starts = harness.sends.map(({ at }) => at.getTime())
    for (const start of starts) {
      expect(starts.filter((at) => at > start - 30_000 && at <= start).length).toBeLessThanOrEqual(
        5,
      )
    }
    // Five slots, 30 s each: the line moves, if not without gaps.
    expect(starts.length).toBeGreaterThanOrEqual(30)
    const stored = await Promise.all(deliveries.map(harness.stored))
    const attempts = stored.reduce((sum, delivery) => sum + (delivery?.attemptsMade ?? 0), 0)
    expect(starts.length - attempts).toBeLessThanOrEqual(5)
    expect(stored.every((delivery) => delivery?.status === 'pending')).toBe(true)
    expect(harness.queue.messages()).toHaveLength(40)
    const receipts = harness.queue.messages().map(({ receives }) => receives)
    expect(Math.max(...receipts)).toBeLessThan(receiptsOfWaiting)
    expect(harness.queue.dead).toEqual([])
    expect(harness.reports).toEqual([])
  })

  it('to an endpoint that hangs keep nobody else waiting', async () => {
    const harness = await aHarness(({ url }) =>
      url.includes('hangs') ? { statusCode: 500, afterSeconds: 30 } : { statusCode: 200 },
    )
    const hangs = await harness.openEndpoint('https://hangs.example/hooks')
    const healthy = await harness.openEndpoint('https://healthy.example/hooks')
    await Promise.all(Array.from({ length: 60 }, () => harness.post(hangs)))
    for (let second = 0; second < 60; second += 3) {
      await harness.run(3)
      const delivery = await harness.post(healthy)
      await harness.run(0)
      expect(await harness.stored(delivery)).toMatchObject({ status: 'succeeded' })
    }
  })

  it('finish a burst at an endpoint that responds', async () => {
    const harness = await aHarness(always(200))
    const endpoint = await harness.openEndpoint('https://shop.example/hooks')
    const deliveries = await Promise.all(Array.from({ length: 60 }, () => harness.post(endpoint)))
    await harness.run(60)
    const stored = await Promise.all(deliveries.map(harness.stored))
    expect(stored.every((delivery) => delivery?.status === 'succeeded')).toBe(true)
    expect(harness.sends).toHaveLength(60)
    expect(harness.queue.messages()).toEqual([])
  })

  it('that died with their workers block nobody once their leases are over', async () => {
    let dies = true
    const harness = await aHarness(() => {
      if (dies) throw new Error('killed')
      return { statusCode: 200 }
    })
    const endpoint = await harness.openEndpoint('https://shop.example/hooks')
    await Promise.all(Array.from({ length: 5 }, () => harness.post(endpoint)))
    await harness.run(1)
    expect(harness.reports).toHaveLength(5)
    dies = false
    const next = await harness.post(endpoint)
    await harness.run(30)
    expect(await harness.stored(next)).toMatchObject({ status: 'pending', attemptsMade: 0 })
    await harness.run(90)
    expect(await harness.stored(next)).toMatchObject({ status: 'succeeded', attemptsMade: 1 })
  })
})

describe('five days of failures only', () => {
  it('switch an endpoint off, with the reason', async () => {
    const harness = await aHarness(always(500))
    const endpoint = await harness.openEndpoint('https://shop.example/hooks')
    const failingSince = harness.clock()
    for (let days = 0; days < 5; days++) {
      await harness.post(endpoint)
      await harness.run(day)
      expect(await harness.endpointOf(endpoint)).toMatchObject({
        active: days < 4 ? true : expect.any(Boolean),
        failingSince,
      })
    }
    const last = await harness.post(endpoint)
    await harness.run(1)
    expect(await harness.endpointOf(endpoint)).toMatchObject({
      active: false,
      inactiveReason: 'only_failures',
    })
    await harness.run(2 * day)
    expect(await harness.stored(last)).toMatchObject({ status: 'cancelled' })
    // What happens from now on is noted, so that it can be made up for.
    const off = await harness.endpointOf(endpoint)
    expect(off && (await harness.post(off))).toMatchObject({
      status: 'cancelled',
      ending: 'endpoint_inactive',
    })
    expect(harness.queue.messages()).toEqual([])
  })

  it('do not, where they are few: one event more gets four attempts and an hour', async () => {
    const harness = await aHarness(always(500))
    const endpoint = await harness.openEndpoint('https://shop.example/hooks')
    await harness.post(endpoint)
    await harness.run(6 * day)
    expect(harness.sends).toHaveLength(6)
    await harness.post(endpoint)
    await harness.run(hour)
    expect(harness.sends).toHaveLength(9)
    expect(await harness.endpointOf(endpoint)).toMatchObject({ active: true })
    await harness.run(hour)
    expect(harness.sends).toHaveLength(10)
    expect(await harness.endpointOf(endpoint)).toMatchObject({
      active: false,
      inactiveReason: 'only_failures',
    })
  })

  it('do not, where one success lies between', async () => {
    let statusCode = 500
    const harness = await aHarness(() => ({ statusCode }))
    const endpoint = await harness.openEndpoint('https://shop.example/hooks')
    await harness.post(endpoint)
    await harness.run(3 * day)
    statusCode = 200
    await harness.post(endpoint)
    await harness.run(1)
    expect(await harness.endpointOf(endpoint)).toMatchObject({ failingSince: null })
    statusCode = 500
    for (let days = 0; days < 4; days++) {
      await harness.post(endpoint)
      await harness.run(day)
    }
    expect(await harness.endpointOf(endpoint)).toMatchObject({ active: true, inactiveReason: null })
  })

  it('do not, where the log knows of a success that went unnoticed', async () => {
    let statusCode = 200
    const harness = await aHarness(() => ({ statusCode }))
    const failingSince = new Date(harness.clock().getTime() - 1)
    const endpoint = await harness.openEndpoint('https://shop.example/hooks')
    await harness.post(endpoint)
    await harness.run(6 * day)
    await noteFailingSince(harness.deps.table, endpoint, failingSince)
    statusCode = 500
    await harness.post(endpoint)
    const at = harness.clock()
    await harness.run(1)
    expect(await harness.endpointOf(endpoint)).toMatchObject({ active: true, failingSince: at })
  })
})
