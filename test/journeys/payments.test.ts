import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { pay } from './customer.ts'
import { type Merchant, merchant, openLink } from './merchant.ts'

let instance: RunningInstance
let shop: Merchant

beforeAll(async () => {
  instance = await startInstance({
    env: {
      SESSION_TTL_SECONDS: '15',
      LATE_GRACE_SECONDS: '20',
      RECHECK_DELAY_SECONDS: '2',
      CONFIRMATIONS: '2',
      BLOCK_TIME_SECONDS: '1',
      SCHEDULE_SECONDS: '5',
      WEBHOOK_RETRY_SECONDS: '1,1,1,2,2',
    },
  })
  shop = merchant(instance.instance.baseUrl, instance.instance.apiKeys.test)
})

afterAll(() => instance.stop())

async function receiving(answers?: readonly number[]): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(answers ? { answers } : {})
  const { secret } = await shop.createEndpoint(receiver.url)
  receiver.expectSecret(secret)
  return receiver
}

/** Types of the verified events about a session, in the order of their sequence. */
function eventsAbout(receiver: WebhookReceiver, sessionId: string): string[] {
  return receiver.deliveries
    .filter((d) => d.verified && d.event.data.id === sessionId && d.status === 200)
    .toSorted((a, b) => a.event.data.sequence - b.event.data.sequence)
    .map((d) => d.event.type)
}

describe('a payment', () => {
  it('opened from a link is detected, confirmed and reported', async () => {
    const receiver = await receiving()
    const { slug, id: linkId } = await shop.createLink('25.00')
    const { id } = await openLink(instance.instance.baseUrl, slug)
    const session = await shop.getSession(id)
    expect(session).toMatchObject({ status: 'pending', linkId, livemode: false })

    const txHash = await pay(instance, session)
    const detected = await shop.reaches(id, 'detected')
    expect(detected.txHash).toBe(txHash)
    const paid = await shop.reaches(id, 'paid')
    expect(paid).toMatchObject({
      amountReceived: { base: session.amount.base },
      confirmations: 2,
      confirmationsRequired: 2,
      txHash,
    })
    await eventually(
      () => eventsAbout(receiver, id),
      (events) => events.length >= 2,
      { what: 'both webhooks' },
    )
    expect(eventsAbout(receiver, id)).toEqual(['session.detected', 'session.paid'])
    await receiver.close()
  })

  it('in live mode stays out of sight of a test key', async () => {
    const { baseUrl, apiKeys } = instance.instance
    const live = merchant(baseUrl, apiKeys.live)
    const session = await live.createSession({ amount: { value: '10', currency: 'USD' } })
    expect(session).toMatchObject({ livemode: true, chainId: 31338 })
    await expect(shop.getSession(session.id)).rejects.toThrow('resource_not_found')
    await pay(instance, session)
    expect(await live.reaches(session.id, 'paid')).toMatchObject({ livemode: true })
  })

  it('that never comes expires the session; coming within the window it is paid late', async () => {
    const receiver = await receiving()
    const session = await shop.createSession({ amount: { value: '10', currency: 'USD' } })
    await shop.reaches(session.id, 'expired')
    await pay(instance, session)
    const late = await shop.reaches(session.id, 'paid_late')
    expect(late.paidAt).not.toBeNull()
    await eventually(
      () => eventsAbout(receiver, session.id),
      (events) => events.length >= 2,
      { what: 'both webhooks' },
    )
    expect(eventsAbout(receiver, session.id)).toEqual(['session.expired', 'session.paid_late'])
    await receiver.close()
  })

  it('reaches an endpoint that fails twice and then answers', async () => {
    const receiver = await receiving([500, 503, 200])
    const session = await shop.createSession({ amount: { value: '10', currency: 'USD' } })
    await pay(instance, session)
    await eventually(
      () => eventsAbout(receiver, session.id),
      (events) => events.length >= 2,
      { what: 'both webhooks' },
    )
    expect(eventsAbout(receiver, session.id)).toEqual(['session.detected', 'session.paid'])
    const detected = receiver.deliveries.filter((d) => d.event.type === 'session.detected')
    expect(detected.map((d) => d.status)).toContain(500)
    expect(new Set(detected.map((d) => d.event.id)).size).toBe(1)
    await receiver.close()
  })
})

describe('a chain notification', () => {
  function notify(body: string, signature: string): Promise<Response> {
    return fetch(`${instance.instance.baseUrl}/api/chain/notifications/alchemy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-alchemy-signature': signature },
      body,
    })
  }

  function activity(address: string): string {
    return JSON.stringify({
      webhookId: 'wh_journey',
      id: 'whevt_journey',
      createdAt: '2026-03-01T12:00:00.000000000Z',
      type: 'ADDRESS_ACTIVITY',
      event: {
        network: 'LOCAL_31337',
        activity: [
          {
            blockNum: '0x1',
            hash: `0x${'ab'.repeat(32)}`,
            fromAddress: `0x${'11'.repeat(20)}`,
            toAddress: address.toLowerCase(),
            value: 1,
            asset: 'ETH',
            category: 'external',
            rawContract: { rawValue: '0xde0b6b3a7640000', address: null, decimals: 18 },
          },
        ],
      },
    })
  }

  it('that is forged is refused', async () => {
    const session = await shop.createSession({ amount: { value: '10', currency: 'USD' } })
    const body = activity(session.address)
    const response = await notify(body, createHmac('sha256', 'guessed').update(body).digest('hex'))
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'unauthenticated' } })
  })

  it('is never believed, and a hundred of it do no more than one', async () => {
    const receiver = await receiving()
    const session = await shop.createSession({ amount: { value: '10', currency: 'USD' } })
    const body = activity(session.address)
    const signature = createHmac('sha256', instance.signingKey(31337)).update(body).digest('hex')
    const hundred = () => Promise.all(Array.from({ length: 100 }, () => notify(body, signature)))

    const lies = await hundred()
    expect(lies.map((r) => r.status)).toEqual(Array(100).fill(200))
    expect((await shop.getSession(session.id)).status).toBe('pending')

    await pay(instance, session)
    await hundred()
    await shop.reaches(session.id, 'paid')
    await eventually(
      () => eventsAbout(receiver, session.id),
      (events) => events.includes('session.paid'),
      { what: 'the paid webhook' },
    )
    expect(eventsAbout(receiver, session.id)).toEqual(['session.detected', 'session.paid'])
    await receiver.close()
  })
})
