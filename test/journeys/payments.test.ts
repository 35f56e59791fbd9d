import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventType } from '../../shared/records/outbox/rules/event.ts'
import { checkGuides } from '../docs/check-guides.ts'
import { checkLimits } from '../docs/check-limits.ts'
import { eventually } from '../eventually.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { callJourneys } from './call-journeys.ts'
import { pay } from './customer.ts'
import { instanceJourneys } from './instance-journeys.ts'
import { eventsAbout } from './listener.ts'
import { type Merchant, merchant } from './merchant.ts'
import { notificationJourney } from './notification-journey.ts'
import { paymentJourneys } from './payment-journeys.ts'
import { localTarget, type Target } from './target.ts'
import { retrySeconds, webhookJourneys } from './webhook-journeys.ts'

let instance: RunningInstance
let target: Target
let shop: Merchant

beforeAll(async () => {
  instance = await startInstance({
    env: {
      SESSION_TTL_SECONDS: '30',
      LATE_GRACE_SECONDS: '30',
      RECHECK_DELAY_SECONDS: '2',
      CONFIRMATIONS: '2',
      BLOCK_TIME_SECONDS: '1',
      SCHEDULE_SECONDS: '15',
      WEBHOOK_RETRY_SECONDS: retrySeconds.join(),
      RATE_LIMIT_PER_MINUTE: '100000',
    },
  })
  target = localTarget(instance)
  shop = merchant(target.baseUrl, target.apiKeys.test)
})

afterAll(() => instance?.stop())

paymentJourneys(() => target, 110_000)
webhookJourneys(() => instance)

async function receiving(
  responses: readonly number[] = [],
  events: readonly EventType[] = [],
): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver({ responses })
  const { secret } = await shop.createEndpoint(receiver.url, events)
  receiver.expectSecret(secret)
  return receiver
}

describe.concurrent('a payment', () => {
  it('in live mode is invisible to a test key', async () => {
    const live = merchant(target.baseUrl, target.apiKeys.live)
    const session = await live.createSession({ amount: { value: '10', currency: 'USD' } })
    expect(session).toMatchObject({ livemode: true, chainId: 31338 })
    await expect(shop.getSession(session.id)).rejects.toMatchObject({ code: 'resource_not_found' })
    await pay(target, session)
    expect(await live.reaches(session.id, 'paid')).toMatchObject({ livemode: true })
  })
})

describe.concurrent('a shop whose server was down', () => {
  it('catches up on every missed event, once and in order', async () => {
    const receiver = await receiving()
    const heard = await shop.createSession({ amount: { value: '1', currency: 'USD' } })
    const missed = await shop.createSession({ amount: { value: '1', currency: 'USD' } })
    await pay(target, heard)
    await receiver.waitFor(() => eventsAbout(receiver, heard.id).length === 2)
    await receiver.close()
    await pay(target, missed)
    await shop.reaches(missed.id, 'paid')

    const found = await eventually(
      () => shop.eventsSince(heard.createdAt),
      (events) => events.some(({ type, data }) => type === 'session.paid' && data.id === missed.id),
      { what: 'the event that was missed' },
    )
    const handled = new Set(receiver.deliveries.map(({ event }) => event.id))
    const rest = found.filter(({ id, data }) => data.id === missed.id && !handled.has(id))
    expect(rest.map(({ type }) => type)).toEqual(['session.detected', 'session.paid'])
    expect(
      found.filter(({ data }) => data.id === heard.id).every(({ id }) => handled.has(id)),
    ).toBe(true)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    const times = found.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted())
  })
})

notificationJourney(() => instance)
instanceJourneys(() => instance)
callJourneys(() => target)
checkGuides(() => instance)
checkLimits(() => instance)
