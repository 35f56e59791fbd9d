import { describe, expect, it } from 'vitest'
import { revokeApiKey } from '../../shared/records/api-keys/revoke-api-key.ts'
import { errorOf } from '../../test/api-event.ts'
import { merchantFixture, newApiKey } from '../../test/merchant-fixture.ts'
import { runAsOperator } from '../../test/run-as-operator.ts'

describe('401', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic Y2s6dGVzdA=='],
    ['an empty header', ''],
    ['no key', 'Bearer'],
    ['a blank key', 'Bearer  '],
    ['a long key', `Bearer ck_test_${'0'.repeat(5000)}`],
    ['other than ASCII', 'Bearer é'],
    ['a malformed key', 'Bearer ck_test_short'],
    ['an unknown key', `Bearer ck_test_${'a'.repeat(32)}`],
  ])('%s', async (_, authorization) => {
    const { call, links } = await merchantFixture()
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
    const { call, key } = await merchantFixture()
    const response = await call({ key: `${key.slice(0, 16)}${'x'.repeat(24)}` })
    expect(response.statusCode).toBe(401)
  })

  it('the same key with the other mode’s prefix', async () => {
    const { call, key } = await merchantFixture()
    expect((await call({ key: key.replace('test', 'live') })).statusCode).toBe(401)
  })

  it('a revoked key, within a minute of its last use', async () => {
    const { call, deps, apiKey, pass } = await merchantFixture()
    expect((await call()).statusCode).toBe(201)
    await runAsOperator(revokeApiKey, deps, apiKey)
    pass(61)
    expect((await call()).statusCode).toBe(401)
  })
})

describe('403', () => {
  it('a key without the scope, counted against the rate limit', async () => {
    const { call, deps } = await merchantFixture()
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
