import { describe, expect, it } from 'vitest'
import { apiEvent, errorOf, lambdaContext } from '../../test/api-event.ts'
import { linkBody, merchantFixture, startedAt } from '../../test/merchant-fixture.ts'

describe('success', () => {
  it('has the endpoint’s body, and the headers of every response', async () => {
    const { call } = await merchantFixture()
    const { statusCode, headers, body: text } = await call()
    expect(statusCode).toBe(201)
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'X-RateLimit-Limit': '250',
      'X-RateLimit-Remaining': '249',
      'X-RateLimit-Reset': '50',
    })
    expect(JSON.parse(text)).toEqual({
      id: expect.stringMatching(/^pl_/),
      object: 'payment_link',
      slug: expect.stringMatching(/^[a-z2-9]{10}$/),
      title: 'Coffee',
      description: null,
      fiatAmount: '4.50',
      fiatCurrency: 'USD',
      successUrl: null,
      cancelUrl: null,
      active: true,
      checkoutUrl: expect.stringMatching(/^https:\/\/pay\.example\/l\/[a-z2-9]{10}$/),
      createdAt: startedAt.toISOString(),
      updatedAt: startedAt.toISOString(),
    })
  })

  it('accepts the scheme and header names in any letter case', async () => {
    const { handler, key } = await merchantFixture()
    const event = apiEvent({ path: '/payment_links', body: linkBody })
    const headers = { 'CONTENT-TYPE': 'application/json', authorization: `bearer ${key}` }
    const response = await handler({ ...event, headers }, lambdaContext())
    expect(response.statusCode).toBe(201)
  })
})

describe('500', () => {
  it('hides the cause from the caller, and logs it', async () => {
    const error = new Error('table on fire at 10.0.0.7')
    const { call, failures } = await merchantFixture({
      beforeRun: () => {
        throw error
      },
    })
    const response = await call()
    expect(errorOf(response)).toMatchObject({
      status: 500,
      type: 'api_error',
      code: 'internal_error',
      message: expect.not.stringContaining('fire'),
    })
    const requestId = response.headers['X-Request-Id']
    expect(failures).toEqual([
      { requestId, method: 'POST', resource: '/api/v1/payment_links', error },
    ])
  })
})

it('refuses changes during a restore, and repeats earlier responses', async () => {
  let isStopped = false
  const { call, links } = await merchantFixture({ isStopped: () => isStopped })
  const headers = { 'Idempotency-Key': 'before' }
  const before = await call({ headers })
  isStopped = true
  const refused = await call({ headers: { 'Idempotency-Key': 'after' } })
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '60' } })
  expect(JSON.parse(refused.body).error).toMatchObject({ code: 'intake_stopped' })
  expect(await call({ headers })).toMatchObject({ statusCode: 201, body: before.body })
  expect(await links()).toBe(1)
  isStopped = false
  expect(await call({ headers: { 'Idempotency-Key': 'after' } })).toMatchObject({ statusCode: 201 })
})
