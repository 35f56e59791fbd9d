import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ErrorCode } from '../../shared/kernel/errors.ts'
import { merchantOperations } from '../../shared/merchant-operations.ts'
import { call } from './api-client.ts'
import { expectRefusal, expectSuccess } from './check-response.ts'
import { type MerchantApi, startMerchantApi } from './merchant-api.ts'
import { sendRaw } from './raw-request.ts'

let api: MerchantApi
let key: string

beforeAll(async () => {
  api = await startMerchantApi({ wallet: false })
  key = await api.newKey('test')
})
afterAll(async () => {
  expect(api.problems).toEqual([])
  await api.stop()
})

const link = JSON.stringify({ title: 'A year of letters', fiatAmount: '12.00' })
const post = 'POST /api/v1/payment_links HTTP/1.1'
const json = 'Content-Type: application/json'

const authorized = () => `Authorization: Bearer ${key}`
const send = (head: readonly string[], body: Uint8Array | string = '') =>
  sendRaw(api.baseUrl, { head: [...head, authorized()], body })
const sendLink = (lines: readonly string[], body: Uint8Array | string = link) =>
  send([post, json, ...lines], body)

async function titles(): Promise<string[]> {
  const response = await call(api, merchantOperations.listPaymentLinks, { key, query: 'limit=100' })
  const page = z.object({ data: z.array(z.object({ title: z.string() })) }).parse(response.json)
  return page.data.map(({ title }) => title)
}

describe('an Idempotency-Key', () => {
  it.each([
    ['a line feed', 'a\nX-Injected: 1'],
    ['a carriage return', 'a\rX-Injected: 1'],
    ['a null byte', 'a\u0000b'],
    ['a folded line', 'a\r\n b'],
  ])('with %s never gets past the server', async (_, value) => {
    const before = await titles()
    const response = await sendLink([`Idempotency-Key: ${value}`])
    expect(response.status).toBe(400)
    expect(response.headers.get('x-injected')).toBeNull()
    expect(await titles()).toEqual(before)
  })

  it('that looks like more headers stays a key, and appears in no response', async () => {
    const value = 'a%0d%0aSet-Cookie: admin=1'
    const first = await sendLink([`Idempotency-Key: ${value}`])
    const again = await sendLink([`Idempotency-Key: ${value}`])
    expectSuccess(merchantOperations.createPaymentLink, first)
    expect(again.text).toBe(first.text)
    expect([...again.headers].join(' ')).not.toContain('admin')
  })
})

describe('a body', () => {
  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['UTF-16', Buffer.from(link, 'utf16le')],
    ['an overlong encoding', Buffer.from([0x7b, 0xc0, 0xaf, 0x7d])],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0])],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])('of %s is refused', async (_, body) => {
    expectRefusal(await sendLink([], body), 'malformed_json')
  })

  it('without a content type is refused', async () => {
    expectRefusal(await send([post], link), 'unsupported_media_type')
  })
})

describe('a path', () => {
  it.each<[path: string, code: ErrorCode]>([
    ['/payment_links/%zz', 'parameter_invalid'],
    ['/payment_links/%', 'parameter_invalid'],
    ['/payment_links/%E0%A4%A', 'parameter_invalid'],
    ['/payment_links/%c0%af', 'parameter_invalid'],
    ['/payment_links/%00', 'resource_not_found'],
    ['/payment_links/%2e%2e%2fquotes', 'resource_not_found'],
    ['/payment_links/__proto__', 'resource_not_found'],
    ['/payment_links/constructor', 'resource_not_found'],
    [`/payment_links/${'x'.repeat(8000)}`, 'resource_not_found'],
    ['/payment_links/', 'route_not_found'],
    ['//payment_links', 'route_not_found'],
    ['/payment_links/a/b', 'route_not_found'],
    ['/Payment_Links', 'route_not_found'],
    ['/../../../etc/passwd', 'route_not_found'],
    ['/__proto__', 'route_not_found'],
  ])('%s is refused', async (path, code) => {
    expectRefusal(await send([`GET /api/v1${path} HTTP/1.1`]), code)
  })

  it('with a raw line break, space or control character never gets past the server', async () => {
    for (const path of ['/a b', '/a\u0000', '/a\nb']) {
      expect((await send([`GET /api/v1${path} HTTP/1.1`])).status).toBe(400)
    }
  })
})

describe('a header', () => {
  it.each(['__proto__', 'constructor', 'toString'])('named %s is a header', async (name) => {
    const response = await send(['GET /api/v1/payment_links HTTP/1.1', `${name}: x`])
    expectSuccess(merchantOperations.listPaymentLinks, response)
  })
})

describe('the OpenAPI document', () => {
  const describeApi = (lines: readonly string[] = []) =>
    sendRaw(api.baseUrl, { head: ['GET /api/v1/openapi.json HTTP/1.1', ...lines] })

  it('needs no key, and is sent again only after a change', async () => {
    const first = await describeApi()
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, first.json]).toMatchObject([200, { openapi: '3.1.1' }])
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `W/${etag}`]) {
      const again = await describeApi([`If-None-Match: ${known}`])
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await describeApi(['If-None-Match: "other"'])).status).toBe(200)
  })
})
