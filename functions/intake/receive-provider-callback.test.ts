import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUndecided } from '../../shared/merchant/providers/rules/provider-payment.ts'
import { refundsOfSession } from '../../shared/money/refunds/store/refunds.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  type ProviderName,
  providerNames,
} from '../../shared/records/integrations/rules/provider-name.ts'
import { type ProviderService, startProviderService } from '../../test/provider-service.ts'

let service: ProviderService

beforeAll(async () => {
  service = await startProviderService()
})

afterAll(() => service.stop())

/** An order that the customer sees with its price. */
async function order(provider: ProviderName) {
  const { shown, ...placed } = await service.order(provider)
  expect(shown).toContain('25.00')
  return placed
}

const statusOf = async (session: CheckoutSession) => (await service.load(session))?.status

/** The other ones show refunds in their dashboards only. */
const reportsRefunds = (provider: ProviderName) => provider !== 'moonpay' && provider !== 'mercuryo'

describe.each(providerNames)('%s', (provider) => {
  it('pays a session through its callback, once', async () => {
    const { session, placed } = await order(provider)
    await service.stands.act(provider, placed, 'pay')
    const first = service.sent.at(-1)
    expect(first?.response.statusCode).toBe(200)
    expect(await service.load(session)).toMatchObject({
      status: 'paid',
      provider: { name: provider, paymentId: placed.id },
    })
    if (first) expect((await service.deliver(first.url, first.callback)).statusCode).toBe(200)
    expect((await service.load(session))?.sequence).toBe(1)
  })

  it('lists what it refunded, once', async () => {
    const { session, placed } = await order(provider)
    await service.stands.act(provider, placed, 'pay')
    await service.stands.act(provider, placed, 'refund')
    // Some are asked about it, and not twice within ten seconds.
    await service.askAll(session)
    await service.stands.act(provider, placed, 'refund')
    const { mode, id: sessionId } = session
    const refunds = await refundsOfSession(service.table, { mode, sessionId })
    const reported = {
      provider,
      paymentId: placed.id,
      isCounted: true,
      amount: expect.stringMatching(/^25(\.0+)?$/),
    }
    expect(refunds).toMatchObject(reportsRefunds(provider) ? [reported] : [])
    expect(await statusOf(session)).toBe('paid')
  })

  it('pays nothing by one cent too little, by another currency or by a failure', async () => {
    for (const [action, reason] of [
      ['short', 'amount_short'],
      ['currency', 'wrong_currency'],
      ['fail', undefined],
    ] as const) {
      const { session, placed } = await order(provider)
      await service.stands.act(provider, placed, action)
      expect(service.sent.at(-1)?.response.statusCode).toBe(200)
      expect(await statusOf(session)).toBe('pending')
      const listed = (await service.payments(session)).filter(isUndecided)
      expect(listed.map((each) => each.reason)).toEqual(reason ? [reason] : [])
    }
  })

  it('believes no callback that it did not send', async () => {
    const { session, placed } = await order(provider)
    await service.stands.act(provider, placed, 'pay')
    const other = await order(provider)
    const genuine = service.sent.at(-1)
    if (!genuine) throw new Error('nothing was sent')
    const text = genuine.callback.body.replaceAll(session.id, other.session.id)
    const changed = text.replaceAll(placed.id, other.placed.id)
    const bodies = [`${changed.slice(0, -1)} }`, changed]
    for (const body of bodies) {
      const { statusCode } = await service.deliver(genuine.url, { ...genuine.callback, body })
      expect(statusCode).toBeLessThan(500)
    }
    const bare = { ...genuine.callback, headers: { 'content-type': 'application/json' } }
    expect((await service.deliver(genuine.url, bare)).statusCode).toBeLessThan(500)
    for (const body of ['', '{}', '[]', 'null', '\u0000', '{"data":{}}']) {
      const { statusCode } = await service.deliver(genuine.url, { ...genuine.callback, body })
      expect([400, 401]).toContain(statusCode)
    }
    expect(await statusOf(other.session)).toBe('pending')
  })

  it('accepts a callback about an order that is not ours', async () => {
    const { session, placed } = await order(provider)
    placed.reference = placed.reference.replace(/.{12}$/, 'ZZZZZZZZZZZZ')
    if (placed.webhookUrl) placed.webhookUrl = placed.webhookUrl.replace(/order=.*/, 'order=po_X')
    if (!placed.webhookUrl?.includes('order=')) placed.id = 'unknown'
    await service.stands.act(provider, placed, 'pay')
    expect(service.sent.at(-1)?.response.statusCode).toBe(200)
    expect(await statusOf(session)).toBe('pending')
  })
})

/** The others tell nothing without what a callback brings. */
const askable = providerNames.filter((name) => name !== 'ramp' && name !== 'nowpayments')

it.each(askable)('a lost callback of %s is made up for by asking', async (provider) => {
  const { session, placed } = await order(provider)
  await service.stands.act(provider, placed, 'silent')
  expect(await statusOf(session)).toBe('pending')
  await service.askAll(session)
  expect(await statusOf(session)).toBe('paid')
})

it('a provider that can’t be asked is asked again, and its callback is accepted', async () => {
  const { session, placed } = await order('coingate')
  await service.stands.act('coingate', placed, 'silent')
  const { id } = placed
  const [url, body] = [placed.webhookUrl ?? '', `id=${id}&status=paid`]
  const callback = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }
  // From now on it has no such order.
  placed.id = 'lost'
  expect((await service.deliver(url, callback)).statusCode).toBe(200)
  expect(await statusOf(session)).toBe('pending')
  placed.id = id
  await service.askAll(session)
  expect(await statusOf(session)).toBe('paid')
})

it('no provider that is unknown, and none without an account', async () => {
  const callback = { headers: {}, body: '{}' }
  const path = 'https://pay.example.com/api/providers'
  expect((await service.deliver(`${path}/paypal/webhook`, callback)).statusCode).toBe(404)
})
