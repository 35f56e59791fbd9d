import { describe, expect, it } from 'vitest'
import { errorOf } from '../../test/api-event.ts'
import { linkBody, merchantFixture } from '../../test/merchant-fixture.ts'

describe('413, 415 and bodies that are not JSON', () => {
  it('accepts 64 KiB and not a byte more', async () => {
    const { call } = await merchantFixture()
    const fill = (bytes: number) => {
      const text = JSON.stringify({ ...linkBody, title: '' })
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
      const { call } = await merchantFixture()
      const response = await call({ headers: { 'content-type': type } })
      expect(errorOf(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    },
  )

  it('accepts a charset', async () => {
    const { call } = await merchantFixture()
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await call({ headers })).statusCode).toBe(201)
  })

  it.each(['', '{', '{"title":}', '\u0000'])('refuses %j', async (text) => {
    const { call } = await merchantFixture()
    expect(errorOf(await call({ body: text }))).toMatchObject({
      status: 400,
      code: 'malformed_json',
    })
  })

  it.each(['[]', 'null', '"text"', '1'])('refuses %s, because it isn’t an object', async (text) => {
    const { call } = await merchantFixture()
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
    const { call } = await merchantFixture()
    expect(errorOf(await call({ body: text }))).toMatchObject({
      status: 400,
      code: 'parameter_invalid',
    })
  })

  it('refuses unknown query parameters', async () => {
    const { call } = await merchantFixture()
    expect(errorOf(await call({ query: 'expand=all' }))).toMatchObject({
      code: 'parameter_unknown',
      param: 'expand',
    })
  })
})
