import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { apiKeyAuthenticator } from '../../shared/api-keys/authenticate-api-key.ts'
import { runCreateApiKey } from '../../shared/api-keys/create-api-key.ts'
import { runRevokeApiKey } from '../../shared/api-keys/revoke-api-key.ts'
import type { Failure } from '../../shared/http/steps/error-responses.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'
import type { Scope } from '../../shared/kernel/scopes.ts'
import { indexKeys } from '../../shared/kernel/store/keys.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import {
  createPaymentLink,
  runCreatePaymentLink,
} from '../../shared/payment-links/create-payment-link.ts'
import { type ApiCall, apiEvent, errorOf, lambdaContext } from '../../test/api-event.ts'
import { someSettings } from '../../test/factories.ts'
import { runAsOperator } from '../../test/run-as-operator.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { testTable } from '../../test/test-table.ts'
import { merchantFunction } from './merchant-function.ts'

const randomBytes = seededBytes('merchant function')

const start = new Date('2026-03-01T12:00:10.000Z')
const body = { title: 'Coffee', fiatAmount: '4.50' }
const settings = someSettings()

/** `POST /payment_links` on a separate table, with a clock that the test sets. */
async function fixture({
  limit = 250,
  beforeRun = () => {},
  isStopped = (): boolean => false,
} = {}) {
  const table = await testTable()
  const failures: Failure[] = []
  let nowMs = start.getTime()
  const now = () => new Date(nowMs)
  const deps = {
    table,
    now,
    randomBytes,
    settings: async () =>
      isStopped() ? { ...settings, intakeStoppedAt: start.toISOString() } : settings,
    findKey: apiKeyAuthenticator({ table, now, noteUse: async () => undefined }),
    limitPerMinute: () => Promise.resolve(limit),
    onFailure: (failure: Failure) => void failures.push(failure),
    currencies: async () => ['USD'],
  }
  const handler = merchantFunction(
    createPaymentLink,
    async (services: typeof deps, request) => {
      beforeRun()
      return runCreatePaymentLink(services, request)
    },
    deps,
  )
  const { key, ...apiKey } = await newApiKey(deps, 'links:write')
  return {
    deps,
    handler,
    table,
    failures,
    apiKey,
    key,
    pass: (seconds: number) => {
      nowMs += seconds * 1000
    },
    call: (changes: Partial<ApiCall> = {}) =>
      handler(apiEvent({ path: '/payment_links', key, body, ...changes }), lambdaContext()),
    links: () => countLinks(table),
  }
}

type KeyServices = Parameters<typeof runCreateApiKey>[0] & { table: Table }

function newApiKey(services: KeyServices, scope: Scope) {
  return runAsOperator(runCreateApiKey, services, { mode: 'test', name: 'shop', scopes: [scope] })
}

async function countLinks(table: Table): Promise<number> {
  const { Count } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'list',
      KeyConditionExpression: 'listPk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.paymentLinks('test') },
    }),
  )
  return Count ?? 0
}

describe('success', () => {
  it('has the endpoint’s body, and the headers of every response', async () => {
    const { call } = await fixture()
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
      createdAt: start.toISOString(),
      updatedAt: start.toISOString(),
    })
  })

  it('accepts the scheme and header names in any letter case', async () => {
    const { handler, key } = await fixture()
    const event = apiEvent({ path: '/payment_links', body })
    const headers = { 'CONTENT-TYPE': 'application/json', authorization: `bearer ${key}` }
    const response = await handler({ ...event, headers }, lambdaContext())
    expect(response.statusCode).toBe(201)
  })
})

describe('401', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic Y2s6dGVzdA=='],
    ['no key', 'Bearer'],
    ['a malformed key', 'Bearer ck_test_short'],
    ['an unknown key', `Bearer ck_test_${'a'.repeat(32)}`],
  ])('%s', async (_, authorization) => {
    const { call, links } = await fixture()
    const response = await call({ headers: { Authorization: authorization ?? '' } })
    expect(errorOf(response)).toMatchObject({
      status: 401,
      type: 'authentication',
      code: 'unauthenticated',
      requestId: response.headers['X-Request-Id'],
    })
    expect(response.headers).not.toHaveProperty('X-RateLimit-Limit')
    expect(await links()).toBe(0)
  })

  it('a key with a valid prefix', async () => {
    const { call, key } = await fixture()
    const response = await call({ key: `${key.slice(0, 16)}${'x'.repeat(24)}` })
    expect(response.statusCode).toBe(401)
  })

  it('the same key with the other mode’s prefix', async () => {
    const { call, key } = await fixture()
    expect((await call({ key: key.replace('test', 'live') })).statusCode).toBe(401)
  })

  it('a revoked key, within a minute of its last use', async () => {
    const { call, deps, apiKey, pass } = await fixture()
    expect((await call()).statusCode).toBe(201)
    await runAsOperator(runRevokeApiKey, deps, apiKey)
    pass(61)
    expect((await call()).statusCode).toBe(401)
  })
})

describe('403', () => {
  it('a key without the scope, counted against the rate limit', async () => {
    const { call, deps } = await fixture()
    const { key: reader } = await newApiKey(deps, 'links:read')
    const response = await call({ key: reader })
    expect(errorOf(response)).toMatchObject({
      status: 403,
      type: 'permission',
      code: 'insufficient_scope',
      message: expect.stringContaining('links:write'),
    })
    expect(response.headers['X-RateLimit-Remaining']).toBe('249')
  })
})

describe('413, 415 and bodies that are not JSON', () => {
  it('accepts 64 KiB and not a byte more', async () => {
    const { call } = await fixture()
    const fill = (bytes: number) => {
      const text = JSON.stringify({ ...body, title: '' })
      return text.replace('""', `"${'x'.repeat(bytes - text.length)}"`)
    }
    expect(errorOf(await call({ body: fill(65_536) }))).toMatchObject({ param: 'title' })
    expect(errorOf(await call({ body: fill(65_537) }))).toMatchObject({
      status: 413,
      type: 'invalid_request',
      code: 'body_too_large',
    })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'refuses the content type %j',
    async (type) => {
      const { call } = await fixture()
      const response = await call({ headers: { 'content-type': type } })
      expect(errorOf(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    },
  )

  it('accepts a charset', async () => {
    const { call } = await fixture()
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await call({ headers })).statusCode).toBe(201)
  })

  it.each(['', '{', '{"title":}', '\u0000'])('refuses %j', async (text) => {
    const { call } = await fixture()
    expect(errorOf(await call({ body: text }))).toMatchObject({
      status: 400,
      code: 'malformed_json',
    })
  })

  it.each(['[]', 'null', '"text"', '1'])('refuses %s, because it isn’t an object', async (text) => {
    const { call } = await fixture()
    expect(errorOf(await call({ body: text }))).toMatchObject({
      code: 'parameter_invalid',
      message: 'The body must be a JSON object.',
    })
  })

  it.each([
    ['__proto__', '{"title":"a","fiatAmount":"1","__proto__":{"active":false}}'],
    ['a lone surrogate', '{"title":"\\ud800","fiatAmount":"1"}'],
    ['endless nesting', `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('refuses %s', async (_, text) => {
    const { call } = await fixture()
    expect(errorOf(await call({ body: text }))).toMatchObject({
      status: 400,
      code: 'parameter_invalid',
    })
  })

  it('refuses unknown query parameters', async () => {
    const { call } = await fixture()
    expect(errorOf(await call({ query: 'expand=all' }))).toMatchObject({
      code: 'parameter_unknown',
      param: 'expand',
    })
  })
})

describe('429', () => {
  it('lets exactly the limit through, however many requests arrive at once', async () => {
    const { call, links } = await fixture({ limit: 30 })
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
    const { call, deps } = await fixture({ limit: 3 })
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
    const { deps, key } = await fixture({ limit: 0 })
    const done: string[] = []
    const readEarly = { ...createPaymentLink, readsEarly: true }
    const handler = merchantFunction(
      readEarly,
      async (_, { admitted }) => {
        done.push('read')
        await admitted()
        done.push('decided')
        throw new Error('never reached')
      },
      deps,
    )
    const response = await handler(apiEvent({ path: '/payment_links', key, body }), lambdaContext())
    expect([response.statusCode, done]).toEqual([429, ['read']])
  })

  it('does not hide a failure to count', async () => {
    const { deps, key, failures } = await fixture()
    const error = new Error('no settings')
    const broken = { ...deps, limitPerMinute: () => Promise.reject(error) }
    const handler = merchantFunction(createPaymentLink, () => Promise.reject(error), broken)
    for (const given of [body, '{']) {
      const event = apiEvent({ path: '/payment_links', key, body: given })
      expect((await handler(event, lambdaContext())).statusCode).toBe(500)
    }
    expect(failures.map((failure) => failure.error)).toEqual([error, error])
  })

  it('starts again every minute, and counts each key separately', async () => {
    const { call, deps, pass } = await fixture({ limit: 1 })
    const { key: other } = await newApiKey(deps, 'links:write')
    expect((await call()).statusCode).toBe(201)
    expect((await call()).statusCode).toBe(429)
    expect((await call({ key: other })).statusCode).toBe(201)
    pass(50)
    expect((await call()).statusCode).toBe(201)
  })
})

describe('500', () => {
  it('hides the cause from the caller, and logs it', async () => {
    const error = new Error('table on fire at 10.0.0.7')
    const { call, failures } = await fixture({
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

describe('idempotency', () => {
  const idempotencyKey = 'order 4711'

  it('repeats the first response byte for byte', async () => {
    const { call, links } = await fixture()
    const first = await call({ idempotencyKey })
    const reordered = { fiatAmount: body.fiatAmount, title: body.title }
    const again = await call({ idempotencyKey, body: reordered })
    expect(first.headers).not.toHaveProperty('Idempotent-Replayed')
    expect(again).toMatchObject({ statusCode: 201, body: first.body })
    expect(again.headers).toMatchObject({
      'Idempotent-Replayed': 'true',
      'X-RateLimit-Remaining': '248',
      'X-Request-Id': expect.not.stringContaining(String(first.headers['X-Request-Id'])),
    })
    expect(await links()).toBe(1)
  })

  it('refuses the same key with another body', async () => {
    const { call, links } = await fixture()
    await call({ idempotencyKey })
    const response = await call({ idempotencyKey, body: { ...body, title: 'Tea' } })
    expect(errorOf(response)).toMatchObject({
      status: 409,
      type: 'conflict',
      code: 'idempotency_key_reused',
    })
    expect(await links()).toBe(1)
  })

  it('creates one resource for 20 concurrent requests, with the same response to all', async () => {
    const { call, links } = await fixture()
    const responses = await Promise.all(Array.from({ length: 20 }, () => call({ idempotencyKey })))
    expect(new Set(responses.map((response) => response.body)).size).toBe(1)
    expect(responses.map((response) => response.statusCode)).toEqual(responses.map(() => 201))
    const fresh = responses.filter((response) => !response.headers['Idempotent-Replayed'])
    expect([fresh.length, await links()]).toEqual([1, 1])
  })

  it('creates one resource wherever the function crashes', async () => {
    const { call, links, table } = await fixture()
    const death = dieAround(table)
    for (const moment of ['before', 'after'] as const) {
      const key = `died ${moment} the commit`
      const already = await links()
      death.at = moment
      expect((await call({ idempotencyKey: key })).statusCode).toBe(500)
      death.at = undefined
      const second = await call({ idempotencyKey: key })
      expect(second.statusCode).toBe(201)
      expect(second.headers['Idempotent-Replayed']).toBe(moment === 'after' ? 'true' : undefined)
      expect(await links()).toBe(already + 1)
    }
  })

  it('expires after 24 hours, even before DynamoDB removes the item', async () => {
    const { call, links, pass } = await fixture()
    const first = await call({ idempotencyKey })
    pass(24 * 3600 - 1)
    expect((await call({ idempotencyKey })).body).toBe(first.body)
    pass(1)
    const later = await call({ idempotencyKey, body: { ...body, title: 'Tea' } })
    expect(later.statusCode).toBe(201)
    expect(await links()).toBe(2)
  })

  it('belongs to one API key', async () => {
    const { call, deps, links } = await fixture()
    const { key: other } = await newApiKey(deps, 'links:write')
    const first = await call({ idempotencyKey })
    const second = await call({ idempotencyKey, key: other })
    expect(second.body).not.toBe(first.body)
    expect(await links()).toBe(2)
  })

  it.each([
    ['resource_not_found', 404],
    ['quote_consumed', 409],
    ['quote_expired', 409],
  ] as const)('stores %s, which is final', async (code, status) => {
    let refuse = true
    const { call, links } = await fixture({
      beforeRun: () => {
        if (refuse) throw new ServiceError(code, 'Not now.')
      },
    })
    const first = await call({ idempotencyKey })
    refuse = false
    const again = await call({ idempotencyKey })
    expect(again).toMatchObject({ statusCode: status, body: first.body })
    expect(again.headers['Idempotent-Replayed']).toBe('true')
    expect(await links()).toBe(0)
  })

  it.each([
    'link_inactive',
    'state_changed',
    'price_unavailable',
    'unsupported_currency',
    'rate_limit_exceeded',
  ] as const)('does not store %s', async (code) => {
    let refuse = true
    const { call } = await fixture({
      beforeRun: () => {
        if (refuse) throw new ServiceError(code, 'Not now.')
      },
    })
    await call({ idempotencyKey })
    refuse = false
    expect((await call({ idempotencyKey })).statusCode).toBe(201)
  })

  it.each([
    ['an unknown field', { ...body, colour: 'red' }],
    ['a missing field', { title: 'Coffee' }],
    ['no JSON', '{"title": '],
    ['nothing', ''],
  ])('is reported as reused before the body is refused for %s', async (_, other) => {
    const { call, links } = await fixture()
    await call({ idempotencyKey })
    const response = await call({ idempotencyKey, body: other })
    expect(errorOf(response)).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect(errorOf(await call({ body: other })).status).toBe(400)
    expect(await links()).toBe(1)
  })

  it('does not store the refusal of an invalid body', async () => {
    const { call } = await fixture()
    expect((await call({ idempotencyKey, body: {} })).statusCode).toBe(400)
    expect((await call({ idempotencyKey })).statusCode).toBe(201)
  })

  it.each([
    ['an empty key', ''],
    ['256 characters', 'x'.repeat(256)],
    ['other than ASCII', 'schlüssel'],
    ['a control character', 'a\tb'],
  ])('refuses %s', async (_, key) => {
    const { call, links } = await fixture()
    expect(errorOf(await call({ idempotencyKey: key }))).toMatchObject({
      status: 400,
      code: 'idempotency_key_invalid',
    })
    expect(await links()).toBe(0)
  })

  it('takes 255 characters', async () => {
    const { call } = await fixture()
    expect((await call({ idempotencyKey: '~'.repeat(255) })).statusCode).toBe(201)
  })
})

/** Makes transactions fail, right before they reach the table or right after they are committed. */
function dieAround(table: Table): { at: 'before' | 'after' | undefined } {
  const death: { at: 'before' | 'after' | undefined } = { at: undefined }
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const dies = context['commandName'] === 'TransactWriteItemsCommand' ? death.at : undefined
      if (dies === 'before') throw new Error('died')
      const result = await next(args)
      if (dies === 'after') throw new Error('died')
      return result
    },
    { step: 'initialize' },
  )
  return death
}

it('refuses changes during a restore, and repeats earlier responses', async () => {
  let isStopped = false
  const { call, links } = await fixture({ isStopped: () => isStopped })
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
