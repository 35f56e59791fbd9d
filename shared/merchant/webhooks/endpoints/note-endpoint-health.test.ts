import { describe, expect, it } from 'vitest'
import { aroundAwsCalls } from '../../../../test/aws-calls.ts'
import { deliveryHarness, type Receiver } from '../../../../test/delivery-harness.ts'
import { aSession, counted, someSettings, transfersCounted } from '../../../../test/factories.ts'
import { runAsOperator } from '../../../../test/run-as-operator.ts'
import { testTable } from '../../../../test/test-table.ts'
import { changeWebhookEndpoint } from '../../../../test/webhook-fixture.ts'
import { newId } from '../../../kernel/ids.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { sessionCreation } from '../../../payments/checkout-sessions/store/sessions.ts'
import { applyFact } from '../../../payments/ledger/apply-fact.ts'
import { enableWebhookEndpoint } from './enable-webhook-endpoint.ts'

const url = 'https://shop.example/hooks'
const day = 86_400

/** A harness whose receiver responds with `response`, which can be changed. */
async function aHarness(response: ReturnType<Receiver>) {
  const receiver = { response }
  const harness = await deliveryHarness(await testTable(), () => receiver.response)
  const { table, randomBytes } = harness.deps
  const urlRules = { allowLoopback: false }
  return { ...harness, receiver, deps: { table, randomBytes, now: harness.clock, urlRules } }
}

describe('an attempt that was under way while its endpoint was disabled and enabled again', () => {
  it('does not disable it for earlier failures', async () => {
    const harness = await aHarness({ statusCode: 500 })
    const endpoint = await harness.openEndpoint(url)
    for (let days = 0; days < 5; days++) {
      await harness.post(endpoint)
      await harness.run(day)
    }
    harness.receiver.response = { statusCode: 500, afterSeconds: 20 }
    await harness.post(endpoint)
    await harness.run(10)
    await harness.post(endpoint)
    await harness.run(12)
    expect(await harness.endpointOf(endpoint)).toMatchObject({ inactiveReason: 'only_failures' })
    await runAsOperator(enableWebhookEndpoint, harness.deps, endpoint)
    await harness.run(30)
    expect(await harness.endpointOf(endpoint)).toMatchObject({ active: true })
  })
})

describe('what an endpoint missed', () => {
  it('counts from when it was disabled, though an attempt under way failed later', async () => {
    const harness = await aHarness({ statusCode: 500, afterSeconds: 25 })
    const endpoint = await harness.openEndpoint(url)
    await harness.post(endpoint)
    await harness.run(5)
    harness.receiver.response = { statusCode: 410 }
    const since = harness.clock()
    await harness.post(endpoint)
    await harness.run(5)
    const off = await harness.endpointOf(endpoint)
    if (off) await harness.post(off)
    await harness.run(40)
    const { missed } = await runAsOperator(enableWebhookEndpoint, harness.deps, endpoint)
    expect(missed).toEqual({ since: since.toISOString(), count: 2 })
  })

  it('counts from its first failure, though its URL was fixed before it was enabled', async () => {
    const harness = await aHarness({ statusCode: 500 })
    const endpoint = await harness.openEndpoint(url)
    const since = harness.clock()
    await harness.post(endpoint)
    await harness.run(2 * day)
    await changeWebhookEndpoint(harness.deps, endpoint, { active: false })
    await changeWebhookEndpoint(harness.deps, endpoint, { url: `${url}/new` })
    const { missed } = await runAsOperator(enableWebhookEndpoint, harness.deps, endpoint)
    expect(missed).toEqual({ since: since.toISOString(), count: 1 })
  })
})

describe('an endpoint that is enabled while a worker finds it disabled', () => {
  it('gets what it would otherwise have missed', async () => {
    const harness = await aHarness({ statusCode: 200 })
    const endpoint = await harness.openEndpoint(url)
    const delivery = await harness.post(endpoint)
    await changeWebhookEndpoint(harness.deps, endpoint, { active: false })
    let isRead = false
    await aroundAwsCalls(
      async ({ operation }, send) => {
        const response = await send()
        if (operation !== 'BatchGetItem' || isRead) return response
        isRead = true
        const { missed } = await runAsOperator(enableWebhookEndpoint, harness.deps, endpoint)
        expect(missed).toMatchObject({ count: 0 })
        return response
      },
      () => harness.run(1),
    )
    expect(await harness.stored(delivery)).toMatchObject({ status: 'succeeded' })
  })
})

describe('a response that cannot be recorded for the endpoint', () => {
  it('still counts: the receiver that took an event does not get it again', async () => {
    const harness = await aHarness({ statusCode: 200 })
    const endpoint = await harness.openEndpoint(url, { failingSince: harness.clock() })
    const delivery = await harness.post(endpoint)
    let failures = 0
    await aroundAwsCalls(
      ({ operation, body }, send) => {
        if (operation !== 'TransactWriteItems' || !body.includes('failingSince')) return send()
        failures++
        throw Object.assign(new Error('unavailable'), { name: 'ValidationException' })
      },
      () => harness.run(60),
    )
    expect(failures).toBe(1)
    expect(harness.reports).toHaveLength(1)
    await harness.run(day)
    expect(harness.sends).toHaveLength(1)
    expect(await harness.stored(delivery)).toMatchObject({ status: 'succeeded' })
  })
})

describe('an event that happens while its endpoint is being disabled', () => {
  it('is among what the endpoint missed', async () => {
    const harness = await aHarness({ statusCode: 200 })
    const endpoint = await harness.openEndpoint(url, { events: ['session.detected'] })
    const { table } = harness.deps
    let seconds = 0
    const now = () => new Date(harness.clock().getTime() + 1000 * seconds++)
    const deps = { ...harness.deps, now }
    const session = aSession({ id: newId('checkoutSession', now(), harness.deps.randomBytes) })
    await transact(table, [sessionCreation(session, session.expiresAt)])
    let isOff = false
    await aroundAwsCalls(
      async ({ operation }, send) => {
        if (operation === 'Query' && !isOff) {
          isOff = true
          await changeWebhookEndpoint(deps, endpoint, { active: false })
        }
        return send()
      },
      () =>
        applyFact(
          {
            ...deps,
            settings: async () => someSettings(),
            enqueueDeliveries: harness.enqueue,
            startConfirmation: async () => undefined,
          },
          { mode: 'test', sessionId: session.id },
          async () => transfersCounted({ seen: counted(1_000_000n), txHash: '0x01' }),
        ),
    )
    expect(isOff).toBe(true)
    expect(await runAsOperator(enableWebhookEndpoint, deps, endpoint)).toMatchObject({
      missed: { count: 1 },
    })
  })
})
