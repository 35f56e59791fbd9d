import { describe, expect, it } from 'vitest'
import { errorOf } from '../../test/api-event.ts'
import { linkBody, merchantFixture } from '../../test/merchant-fixture.ts'

describe('a body', () => {
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

  it('accepts a charset', async () => {
    const { call } = await merchantFixture()
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await call({ headers })).statusCode).toBe(201)
  })

  it('says that a body of something else isn’t an object', async () => {
    const { call } = await merchantFixture()
    expect(errorOf(await call({ body: '[]' }))).toMatchObject({
      code: 'parameter_invalid',
      message: 'The body must be a JSON object.',
    })
  })
})
