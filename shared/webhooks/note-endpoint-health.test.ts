import { describe, expect, it } from 'vitest'
import { aroundAwsCalls } from '../../test/aws-calls.ts'
import { aSession, counted, moneyCounted, someSettings } from '../../test/factories.ts'
import { operated } from '../../test/operated.ts'
import { openPostOffice, type Receiver } from '../../test/post-office.ts'
import { testTable } from '../../test/test-table.ts'
import { applyFact } from '../checkout-sessions/apply-fact.ts'
import { sessionCreation } from '../checkout-sessions/store/sessions.ts'
import { newId } from '../kernel/ids.ts'
import { transact } from '../kernel/store/transact.ts'
import { changeWebhookEndpoint } from './change-webhook-endpoint.ts'
import { runEnableWebhookEndpoint } from './enable-webhook-endpoint.ts'

const url = 'https://shop.example/hooks'
const day = 86_400

/** An office whose receiver answers what it is told to, from now on. */
async function anOffice(answer: ReturnType<Receiver>) {
  const receiver = { answer }
  const office = await openPostOffice(await testTable(), () => receiver.answer)
  const { table, randomBytes } = office.deps
  const urlRules = { allowLoopback: false }
  return { ...office, receiver, deps: { table, randomBytes, now: office.clock, urlRules } }
}

describe('an attempt that was under way while its endpoint was switched off and on again', () => {
  it('does not switch it off for the failures of before', async () => {
    const office = await anOffice({ statusCode: 500 })
    const endpoint = await office.openEndpoint(url)
    for (let days = 0; days < 5; days++) {
      await office.post(endpoint)
      await office.run(day)
    }
    office.receiver.answer = { statusCode: 500, afterSeconds: 20 }
    await office.post(endpoint)
    await office.run(10)
    await office.post(endpoint)
    await office.run(12)
    expect(await office.endpointOf(endpoint)).toMatchObject({ inactiveReason: 'only_failures' })
    await operated(runEnableWebhookEndpoint, office.deps, endpoint)
    await office.run(30)
    expect(await office.endpointOf(endpoint)).toMatchObject({ active: true })
  })
})

describe('what an endpoint missed', () => {
  it('counts from when it was switched off, though an attempt under way failed later', async () => {
    const office = await anOffice({ statusCode: 500, afterSeconds: 25 })
    const endpoint = await office.openEndpoint(url)
    await office.post(endpoint)
    await office.run(5)
    office.receiver.answer = { statusCode: 410 }
    const since = office.clock()
    await office.post(endpoint)
    await office.run(5)
    const off = await office.endpointOf(endpoint)
    if (off) await office.post(off)
    await office.run(40)
    const { missed } = await operated(runEnableWebhookEndpoint, office.deps, endpoint)
    expect(missed).toEqual({ since: since.toISOString(), count: 2 })
  })

  it('counts from its first failure, though its URL was mended before it was switched on', async () => {
    const office = await anOffice({ statusCode: 500 })
    const endpoint = await office.openEndpoint(url)
    const since = office.clock()
    await office.post(endpoint)
    await office.run(2 * day)
    await changeWebhookEndpoint(office.deps, { ...endpoint, active: false })
    await changeWebhookEndpoint(office.deps, { mode: 'test', id: endpoint.id, url: `${url}/new` })
    const { missed } = await operated(runEnableWebhookEndpoint, office.deps, endpoint)
    expect(missed).toEqual({ since: since.toISOString(), count: 1 })
  })
})

describe('an endpoint that is switched on while a worker finds it off', () => {
  it('gets what it would never have been told of', async () => {
    const office = await anOffice({ statusCode: 200 })
    const endpoint = await office.openEndpoint(url)
    const delivery = await office.post(endpoint)
    await changeWebhookEndpoint(office.deps, { ...endpoint, active: false })
    let isRead = false
    await aroundAwsCalls(
      async ({ operation }, send) => {
        const answer = await send()
        if (operation !== 'BatchGetItem' || isRead) return answer
        isRead = true
        const { missed } = await operated(runEnableWebhookEndpoint, office.deps, endpoint)
        expect(missed).toMatchObject({ count: 0 })
        return answer
      },
      () => office.run(1),
    )
    expect(await office.stored(delivery)).toMatchObject({ status: 'succeeded' })
  })
})

describe('an answer whose meaning for the endpoint cannot be noted', () => {
  it('is an answer all the same: the receiver that took an event does not get it again', async () => {
    const office = await anOffice({ statusCode: 200 })
    const endpoint = await office.openEndpoint(url, { failingSince: office.clock() })
    const delivery = await office.post(endpoint)
    let failures = 0
    await aroundAwsCalls(
      ({ operation, body }, send) => {
        if (operation !== 'TransactWriteItems' || !body.includes('failingSince')) return send()
        failures++
        throw Object.assign(new Error('unavailable'), { name: 'ValidationException' })
      },
      () => office.run(60),
    )
    expect(failures).toBe(1)
    expect(office.reports).toHaveLength(1)
    await office.run(day)
    expect(office.sends).toHaveLength(1)
    expect(await office.stored(delivery)).toMatchObject({ status: 'succeeded' })
  })
})

describe('an event that happens while its endpoint is being switched off', () => {
  it('is among what the endpoint missed', async () => {
    const office = await anOffice({ statusCode: 200 })
    const endpoint = await office.openEndpoint(url, { events: ['session.detected'] })
    const { table } = office.deps
    let seconds = 0
    const now = () => new Date(office.clock().getTime() + 1000 * seconds++)
    const deps = { ...office.deps, now }
    const session = aSession({ id: newId('checkoutSession', now(), office.deps.randomBytes) })
    await transact(table, [sessionCreation(session, session.expiresAt)])
    let isOff = false
    await aroundAwsCalls(
      async ({ operation }, send) => {
        if (operation === 'Query' && !isOff) {
          isOff = true
          await changeWebhookEndpoint(deps, { mode: 'test', id: endpoint.id, active: false })
        }
        return send()
      },
      () =>
        applyFact(
          {
            ...deps,
            settings: async () => someSettings(),
            enqueueDeliveries: office.enqueue,
            startConfirmation: async () => undefined,
          },
          { mode: 'test', sessionId: session.id },
          async () => moneyCounted({ seen: counted(1_000_000n), txHash: '0x01' }),
        ),
    )
    expect(isOff).toBe(true)
    expect(await operated(runEnableWebhookEndpoint, deps, endpoint)).toMatchObject({
      missed: { count: 1 },
    })
  })
})
