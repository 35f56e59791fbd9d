import { describe, expect, it } from 'vitest'
import { createPaymentLink } from '../../shared/merchant/payment-links/create-payment-link.ts'
import { apiEvent, errorOf, lambdaContext } from '../../test/api-event.ts'
import { linkBody, merchantFixture, newApiKey } from '../../test/merchant-fixture.ts'
import { merchantFunction } from './merchant-function.ts'

describe('429', () => {
  it('lets exactly the limit through, however many requests arrive at once', async () => {
    const { call, links } = await merchantFixture({ limit: 30 })
    const responses = await Promise.all(Array.from({ length: 50 }, () => call()))
    const accepted = responses.filter((response) => response.statusCode === 201)
    const refused = responses.filter((response) => response.statusCode === 429)
    expect([accepted.length, refused.length, await links()]).toEqual([30, 20, 30])
    const left = accepted.map((response) => Number(response.headers['X-RateLimit-Remaining']))
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i))
    for (const response of refused) {
      expect(errorOf(response)).toMatchObject({ type: 'rate_limited', code: 'rate_limit_exceeded' })
      expect(response.headers).toMatchObject({
        'X-RateLimit-Limit': '30',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': '50',
        'Retry-After': '50',
      })
    }
  })

  it('is checked before the body and headers, and counts refused requests too', async () => {
    const { call, deps } = await merchantFixture({ limit: 3 })
    const { key: reader } = await newApiKey(deps, 'links:read')
    const wrong = [
      { key: reader },
      { key: reader, body: '{' },
      { key: reader, headers: { 'content-type': 'text/plain' } },
    ]
    const first = await Promise.all(wrong.map(call))
    expect(first.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
    for (const response of await Promise.all(wrong.map(call))) {
      expect(errorOf(response)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
      expect(response.headers).toMatchObject({ 'X-RateLimit-Remaining': '0', 'Retry-After': '50' })
    }
    await Promise.all([1, 2, 3].map(() => call({ body: '{' })))
    const badlyKeyed = await call({ idempotencyKey: 'ä' })
    expect(errorOf(badlyKeyed)).toMatchObject({ code: 'rate_limit_exceeded' })
  })

  it('ends a request that has begun to read, and writes nothing', async () => {
    const { deps, key } = await merchantFixture({ limit: 0 })
    const done: string[] = []
    const handler = merchantFunction(
      {
        ...createPaymentLink,
        readsEarly: true,
        run: async (_, { admitted }) => {
          done.push('read')
          await admitted()
          done.push('decided')
          throw new Error('never reached')
        },
      },
      deps,
    )
    const response = await handler(
      apiEvent({ path: '/payment_links', key, body: linkBody }),
      lambdaContext(),
    )
    expect([response.statusCode, done]).toEqual([429, ['read']])
  })

  it('does not hide a failure to count', async () => {
    const { deps, key, failures } = await merchantFixture()
    const error = new Error('no settings')
    const broken = { ...deps, limitPerMinute: () => Promise.reject(error) }
    const handler = merchantFunction(
      { ...createPaymentLink, run: () => Promise.reject(error) },
      broken,
    )
    for (const given of [linkBody, '{']) {
      const event = apiEvent({ path: '/payment_links', key, body: given })
      expect((await handler(event, lambdaContext())).statusCode).toBe(500)
    }
    expect(failures.map((failure) => failure.error)).toEqual([error, error])
  })

  it('starts again every minute, and counts each key separately', async () => {
    const { call, deps, pass } = await merchantFixture({ limit: 1 })
    const { key: other } = await newApiKey(deps, 'links:write')
    expect((await call()).statusCode).toBe(201)
    expect((await call()).statusCode).toBe(429)
    expect((await call({ key: other })).statusCode).toBe(201)
    pass(50)
    expect((await call()).statusCode).toBe(201)
  })
})
