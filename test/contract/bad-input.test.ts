import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ErrorCode } from '../../shared/kernel/errors.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { merchantOperations } from '../../shared/merchant-operations.ts'
import { type Call, call } from './api-client.ts'
import { errorIn, expectRefusal, expectSuccess } from './check-response.ts'
import { type MerchantApi, startMerchantApi } from './merchant-api.ts'

let api: MerchantApi
let key: string

beforeAll(async () => {
  api = await startMerchantApi()
  key = await api.newKey('test')
  await api.agreeOnPrice('ETH/USD', '2500')
})
afterAll(async () => {
  expect(api.problems).toEqual([])
  await api.stop()
})

const { createPaymentLink, createCheckoutSession, createQuote } = merchantOperations
const link = { title: 'A year of letters', fiatAmount: '12.00' }
const amount = { value: '10.00', currency: 'USD' }

const send = (endpoint: Operation, options: Call) => call(api, endpoint, { key, ...options })

const identified = z.looseObject({ id: z.string() })

async function countLinks(): Promise<number> {
  let count = 0
  const page = z.object({ data: z.array(z.unknown()), nextCursor: z.string().nullable() })
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? 'limit=100' : `limit=100&starting_after=${cursor}`
    const { data, nextCursor } = page.parse(
      (await send(merchantOperations.listPaymentLinks, { query })).json,
    )
    count += data.length
    cursor = nextCursor
  }
  return count
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const manyKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [i.toString(36), 1]))

describe('a body', () => {
  it.each<[what: string, body: string, code: ErrorCode, param?: string]>([
    ['that is empty', '', 'malformed_json'],
    ['that is truncated', '{"title":"A', 'malformed_json'],
    ['with a trailing comma', '{"title":"A",}', 'malformed_json'],
    ['in single quotes', "{'title':'A'}", 'malformed_json'],
    ['of two objects', '{"title":"A"}{"title":"B"}', 'malformed_json'],
    ['with NaN', '{"title":NaN}', 'malformed_json'],
    ['with a raw line break in a text', '{"title":"A\nB"}', 'malformed_json'],
    ['that is a form', 'title=A&fiatAmount=12', 'malformed_json'],
    ['that is an array', '[{"title":"A"}]', 'parameter_invalid'],
    ['that is null', 'null', 'parameter_invalid'],
    ['of 1 MB', JSON.stringify({ ...link, title: 'x'.repeat(1_000_000) }), 'body_too_large'],
    ['of 200 nested arrays', nested(200), 'parameter_invalid', '0'],
    ['with 200 levels in a field', `{"title":${nested(200)}}`, 'parameter_invalid', 'title'],
    ['of 30,000 nested arrays', nested(30_000), 'parameter_invalid', '0'],
    ['with __proto__', '{"__proto__":{"active":false}}', 'parameter_invalid', '__proto__'],
    [
      'with a nested __proto__',
      '{"title":{"__proto__":1}}',
      'parameter_invalid',
      'title.__proto__',
    ],
    ['with constructor', '{"constructor":{"prototype":{}}}', 'parameter_missing', 'title'],
    ['with a high surrogate alone', '{"title":"\\ud800"}', 'parameter_invalid', 'title'],
    ['with a low surrogate alone', '{"title":"\\udc00 A"}', 'parameter_invalid', 'title'],
    ['with a lone surrogate in a key', '{"\\ud800":"A"}', 'parameter_invalid'],
    [
      'with a duplicate key',
      '{"title":"A","title":"B","fiatAmount":"1"}',
      'parameter_invalid',
      'title',
    ],
    [
      'with a duplicate key, escaped',
      '{"title":"A","\\u0074itle":"B"}',
      'parameter_invalid',
      'title',
    ],
    ['with an empty key', JSON.stringify({ ...link, '': 1 }), 'parameter_unknown', '""'],
  ])('%s is refused', async (...row) => {
    const [, body, code, param] = row
    const before = await countLinks()
    expectRefusal(await send(createPaymentLink, { body }), code, param)
    expect(await countLinks()).toBe(before)
  })

  it('may begin with a byte order mark, which is ignored', async () => {
    const response = await send(createPaymentLink, { body: `\uFEFF${JSON.stringify(link)}` })
    expectSuccess(createPaymentLink, response)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'json'])(
    'of the type %s is refused',
    async (contentType) => {
      const body = JSON.stringify(link)
      expectRefusal(await send(createPaymentLink, { body, contentType }), 'unsupported_media_type')
    },
  )

  it('repeats an unknown field name of 60,000 characters only in part', async () => {
    const response = await send(createPaymentLink, { body: { ...link, ['x'.repeat(60_000)]: 1 } })
    expect(errorIn(response).code).toBe('parameter_unknown')
    expect(response.text.length).toBeLessThan(1000)
  })
})

describe('an amount', () => {
  const refused = [
    10,
    10.5,
    -1,
    0,
    1e21,
    true,
    null,
    [],
    {},
    '',
    ' 10',
    '10 ',
    '-1.00',
    '+1.00',
    '0',
    '0.00',
    '000',
    '9'.repeat(30),
    `1.${'0'.repeat(30)}`,
    '1.001',
    '.50',
    '1.',
    '1e3',
    '0x10',
    '1,000.00',
    '$10',
    'NaN',
    'Infinity',
    '-Infinity',
    '١٠',
    '10\u200B',
    '10\n',
    '__proto__',
  ]
  it.each(refused.map((value) => [value]))('of %j is refused', async (value) => {
    expectRefusal(
      await send(createPaymentLink, { body: { ...link, fiatAmount: value } }),
      'parameter_invalid',
      'fiatAmount',
    )
    for (const endpoint of [createCheckoutSession, createQuote]) {
      const body = { amount: { ...amount, value } }
      expectRefusal(await send(endpoint, { body }), 'parameter_invalid', 'amount.value')
    }
  })

  it('of 12 digits and a cent is accepted to the last digit', async () => {
    const response = await send(createQuote, {
      body: { amount: { ...amount, value: '999999999999.99' } },
    })
    expectSuccess(createQuote, response)
    expect(response.json).toMatchObject({ fiat: { amount: '999999999999.99' } })
  })
})

describe('metadata', () => {
  const withMetadata = (metadata: unknown) => ({ body: { amount, metadata } })

  it.each<[what: string, metadata: unknown, code: ErrorCode, param?: string]>([
    ['with 10,000 keys', manyKeys(10_000), 'body_too_large'],
    ['with 5,000 keys', manyKeys(5000), 'parameter_invalid', 'metadata'],
    ['with 51 keys', manyKeys(51), 'parameter_invalid', 'metadata'],
    ['with an empty key', { '': 'x' }, 'parameter_invalid', 'metadata.""'],
    [
      'with a key of 41 characters',
      { ['k'.repeat(41)]: 1 },
      'parameter_invalid',
      `metadata.${'k'.repeat(41)}`,
    ],
    ['with a text of 501 characters', { a: 'x'.repeat(501) }, 'parameter_invalid', 'metadata.a'],
    ['with an object', { a: { b: 1 } }, 'parameter_invalid', 'metadata.a'],
    ['with true', { a: true }, 'parameter_invalid', 'metadata.a'],
    ['with null', { a: null }, 'parameter_invalid', 'metadata.a'],
    ['that is an array', [1], 'parameter_invalid', 'metadata'],
    ['that is a text', 'a=b', 'parameter_invalid', 'metadata'],
  ])('%s is refused', async (...row) => {
    const [, metadata, code, param] = row
    expectRefusal(await send(createCheckoutSession, withMetadata(metadata)), code, param)
  })

  it('with an infinite number is refused', async () => {
    const body = '{"amount":{"value":"1","currency":"USD"},"metadata":{"n":1e999}}'
    expectRefusal(await send(createCheckoutSession, { body }), 'parameter_invalid', 'metadata.n')
  })

  it('with __proto__ is refused, and other names on the object prototype are kept', async () => {
    const body = '{"amount":{"value":"1","currency":"USD"},"metadata":{"__proto__":"x"}}'
    expectRefusal(
      await send(createCheckoutSession, { body }),
      'parameter_invalid',
      'metadata.__proto__',
    )
    const metadata = { constructor: 'a', toString: 'b', hasOwnProperty: 1, prototype: 'c' }
    const response = await send(createCheckoutSession, withMetadata(metadata))
    expectSuccess(createCheckoutSession, response)
    expect(identified.parse(response.json)['metadata']).toEqual(metadata)
  })
})
