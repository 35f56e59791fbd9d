import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../shared/http/http-message.ts'
import type { PageDocument } from '../../shared/kernel/operation/page-request.ts'
import { providerNames } from '../../shared/records/integrations/rules/provider-name.ts'
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
    expect(bodyOf(await service.start(session, 'moonpay'))).toEqual({
      url: `https://pay.example.com/api/checkout/sessions/${session.id}/provider-page`,
    })
    const once = await service.load(session)
    const extended = (once?.provider?.expiresAt.getTime() ?? 0) - before
    expect(extended).toBeGreaterThanOrEqual(3_600_000)
    expect(extended).toBeLessThan(3_660_000)
    expect(once?.expiresAt).toEqual(session.expiresAt)
    expect(bodyOf(await service.start(session, 'coingate'))).toEqual({
      url: expect.stringContaining(service.hostOf('coingate')),
    })
    expect((await service.load(session))?.provider).toEqual({
      name: 'coingate',
      expiresAt: once?.provider?.expiresAt,
      paymentId: null,
      isLeft: false,
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
    expect(await service.methods(session)).toEqual(['coins'])
    expect((await service.load(session))?.provider).toBeNull()
  })

  it('is offered what is enabled', async () => {
    const session = await service.openSession()
    expect(await service.methods(session)).toEqual(['coins', ...providerNames])
    await service.enable('banxa', false)
    expect(await service.methods(session)).not.toContain('banxa')
    expect((await service.start(session, 'banxa')).statusCode).toBe(409)
    await service.enable('banxa', true)
  })
})

describe('the page of an order', () => {
  const headerOf = (document: PageDocument, name: string) => document.headers[name] ?? ''

  it.each([
    ['transak', 'camera; microphone; payment', ['camera', 'microphone', 'payment']],
    ['ramp', 'payment; microphone; camera; clipboard-read; clipboard-write', undefined],
    ['moonpay', expect.stringContaining('accelerometer'), ['camera', 'payment']],
    ['mercuryo', 'camera; payment', ['camera', 'payment']],
    ['banxa', 'camera; microphone; payment', ['camera', 'microphone', 'payment']],
  ] as const)(
    'of %s may show its frame, with what it needs, and nothing else',
    async (name, allow, needs) => {
      const session = await service.openSession()
      await service.start(session, name)
      const document = await service.page(session)
      const { origin } = new URL(service.hostOf(name))
      const policy = headerOf(document, 'Content-Security-Policy').split('; ')
      expect(policy).toContain(`frame-src 'self' ${origin}`)
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).toContain("script-src 'self'")
      const allowed = [
        ...headerOf(document, 'Permissions-Policy').matchAll(/(\w+)=\(self "([^"]+)"\)/g),
      ]
      expect(allowed.map(([, feature]) => feature)).toEqual(
        needs ?? ['camera', 'microphone', 'payment'],
      )
      expect(new Set(allowed.map(([, , allowedOrigin]) => allowedOrigin))).toEqual(
        new Set([origin]),
      )
      expect(/data-allow="([^"]+)"/.exec(String(document.body))?.[1]).toEqual(allow)
      expect(document.body).toContain(`data-session="${session.id}"`)
    },
  )

  it('leads to a gateway, and to the session once nothing can be paid that way', async () => {
    const session = await service.openSession()
    const bare = [`data-session="${session.id}"`, 'data-url=""']
    for (const part of bare) expect((await service.page(session)).body).toContain(part)
    await service.start(session, 'coingate')
    const leads = headerOf(await service.page(session), 'Location')
    expect(leads).toContain(service.hostOf('coingate'))
    const paid = await service.openSession({ status: 'paid', closedAt: new Date() })
    await service.start(paid, 'moonpay')
    expect((await service.page(paid)).body).toContain('data-url=""')
    const unknown = { ...session, id: 'cs_unknown' }
    expect(headerOf(await service.page(unknown), 'Location')).toBe('/checkout/cs_unknown')
  })
})
