import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../shared/kernel/errors.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { errorOf } from '../../test/api-event.ts'
import { linkBody, merchantFixture, newApiKey } from '../../test/merchant-fixture.ts'

describe('idempotency', () => {
  const idempotencyKey = 'order 4711'

  it('repeats the first response byte for byte', async () => {
    const { call, links } = await merchantFixture()
    const first = await call({ idempotencyKey })
    const reordered = { fiatAmount: linkBody.fiatAmount, title: linkBody.title }
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

  it('creates one resource for 20 concurrent requests, with the same response to all', async () => {
    const { call, links } = await merchantFixture()
    const responses = await Promise.all(Array.from({ length: 20 }, () => call({ idempotencyKey })))
    expect(new Set(responses.map((response) => response.body)).size).toBe(1)
    expect(responses.map((response) => response.statusCode)).toEqual(responses.map(() => 201))
    const fresh = responses.filter((response) => !response.headers['Idempotent-Replayed'])
    expect([fresh.length, await links()]).toEqual([1, 1])
  })

  it('creates one resource wherever the function crashes', async () => {
    const { call, links, table } = await merchantFixture()
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
    const { call, links, pass } = await merchantFixture()
    const first = await call({ idempotencyKey })
    pass(24 * 3600 - 1)
    expect((await call({ idempotencyKey })).body).toBe(first.body)
    pass(1)
    const later = await call({ idempotencyKey, body: { ...linkBody, title: 'Tea' } })
    expect(later.statusCode).toBe(201)
    expect(await links()).toBe(2)
  })

  it('belongs to one API key', async () => {
    const { call, deps, links } = await merchantFixture()
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
    const { call, links } = await merchantFixture({
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
    const { call } = await merchantFixture({
      beforeRun: () => {
        if (refuse) throw new ServiceError(code, 'Not now.')
      },
    })
    await call({ idempotencyKey })
    refuse = false
    expect((await call({ idempotencyKey })).statusCode).toBe(201)
  })

  it.each([
    ['an unknown field', { ...linkBody, colour: 'red' }],
    ['a missing field', { title: 'Coffee' }],
    ['no JSON', '{"title": '],
    ['nothing', ''],
  ])('is reported as reused before the body is refused for %s', async (_, other) => {
    const { call, links } = await merchantFixture()
    await call({ idempotencyKey })
    const response = await call({ idempotencyKey, body: other })
    expect(errorOf(response)).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect(errorOf(await call({ body: other })).status).toBe(400)
    expect(await links()).toBe(1)
  })

  it('does not store the refusal of an invalid body', async () => {
    const { call } = await merchantFixture()
    expect((await call({ idempotencyKey, body: {} })).statusCode).toBe(400)
    expect((await call({ idempotencyKey })).statusCode).toBe(201)
  })

  it.each([
    ['an empty key', ''],
    ['256 characters', 'x'.repeat(256)],
    ['other than ASCII', 'schlüssel'],
    ['a control character', 'a\tb'],
    ['a byte that is not text', 'a\u0080b'],
  ])('refuses %s', async (_, key) => {
    const { call, links } = await merchantFixture()
    expect(errorOf(await call({ idempotencyKey: key }))).toMatchObject({
      status: 400,
      code: 'idempotency_key_invalid',
    })
    expect(await links()).toBe(0)
  })

  it('takes 255 characters', async () => {
    const { call } = await merchantFixture()
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
