import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../shared/http/http-message.ts'
import { type ProviderService, startProviderService } from '../../test/provider-service.ts'

let service: ProviderService

beforeAll(async () => {
  service = await startProviderService()
})

afterAll(() => service.stop())

const bodyOf = ({ body }: HttpResponse): unknown => JSON.parse(String(body))

describe('a session', () => {
  it('gets 60 minutes with its first order, once, and keeps its price in coins', async () => {
    const session = await service.openSession()
    const before = Date.now()
    expect(bodyOf(await service.start(session, 'moonpay'))).toMatchObject({
      frame: { allow: expect.stringContaining('payment'), hosts: [service.hostOf('moonpay')] },
    })
    const once = await service.load(session)
    const extended = (once?.provider?.expiresAt.getTime() ?? 0) - before
    expect(extended).toBeGreaterThanOrEqual(3_600_000)
    expect(extended).toBeLessThan(3_660_000)
    expect(once?.expiresAt).toEqual(session.expiresAt)
    expect(bodyOf(await service.start(session, 'coingate'))).toMatchObject({ frame: null })
    expect((await service.load(session))?.provider).toEqual({
      ...{ name: 'coingate', expiresAt: once?.provider?.expiresAt, paymentId: null },
    })
  })

  it('has at most ten orders', async () => {
    const session = await service.openSession()
    for (let i = 0; i < 10; i++) {
      expect((await service.start(session, 'ramp')).statusCode).toBe(200)
    }
    expect((await service.start(session, 'ramp')).statusCode).toBe(429)
  })

  it.each([
    ['no link opened', { linkId: null }],
    ['is not priced in dollars', { fiat: { amount: '25.00', currency: 'EUR' } }],
    ['has seen money', { firstSeenAt: new Date() }],
    ['is paid', { status: 'paid', closedAt: new Date() }],
    ['has expired', { expiresAt: new Date(0) }],
  ] as const)('that %s can’t be paid through a provider', async (_, changes) => {
    const session = await service.openSession(changes)
    expect((await service.start(session, 'moonpay')).statusCode).toBe(409)
    expect(await service.list(session)).toEqual([])
    expect((await service.load(session))?.provider).toBeNull()
  })

  it('is offered what is enabled, in test mode from a sandbox', async () => {
    const session = await service.openSession()
    const offered = await service.list(session)
    expect(offered).toHaveLength(9)
    expect(offered).toContainEqual({
      ...{ provider: 'moonpay', title: 'MoonPay', kind: 'on-ramp', beta: false, sandbox: true },
    })
    await service.enable('banxa', false)
    expect(await service.list(session)).toHaveLength(8)
    expect((await service.start(session, 'banxa')).statusCode).toBe(409)
    await service.enable('banxa', true)
  })

  it('stays as it is if the provider makes no order', async () => {
    const session = await service.openSession()
    await service.break('nowpayments', async () => {
      const response = await service.start(session, 'nowpayments')
      expect([response.statusCode, response.headers?.['Retry-After']]).toEqual([504, '60'])
    })
    expect((await service.load(session))?.provider).toBeNull()
  })
})
