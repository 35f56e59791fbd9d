import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../shared/kernel/errors.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { merchantOperations } from '../../shared/merchant-operations.ts'
import { type Call, call } from './api-client.ts'
import { expectRefusal, expectSuccess } from './check-response.ts'
import { type MerchantApi, startMerchantApi } from './merchant-api.ts'

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

const { createPaymentLink, listCheckoutSessions } = merchantOperations
const link = { title: 'A year of letters', fiatAmount: '12.00' }

const send = (endpoint: Operation, options: Call) => call(api, endpoint, { key, ...options })

describe('a cursor', () => {
  const ulid = '01JD8Z3K000000000000000000'
  const rows = [
    ['listPaymentLinks', 'pl_'],
    ['listCheckoutSessions', 'cs_'],
    ['listWebhookEndpoints', 'we_'],
    ['listEvents', 'evt_'],
  ] as const

  it.each(rows)('of %s accepts its own cursors, and no others', async (name, prefix) => {
    const endpoint: Operation = merchantOperations[name]
    const prefixes = ['pl_', 'cs_', 'we_', 'evt_', 'cus_', 'qt_']
    const others = prefixes.filter((other) => other !== prefix)
    const wrong = [
      ...others.map((other) => other + ulid),
      '',
      'null',
      prefix,
      ulid,
      `${prefix}${ulid}0`,
      `${prefix}8${ulid.slice(1)}`,
      `${prefix}${ulid.toLowerCase()}`,
      `${prefix}${ulid}\u0000`,
      ` ${prefix}${ulid}`,
      '../../x',
      'eyJwayI6IngifQ==',
      'x'.repeat(4000),
    ]
    for (const cursor of wrong) {
      const query = new URLSearchParams({ starting_after: cursor }).toString()
      expectRefusal(await send(endpoint, { query }), 'invalid_cursor', 'starting_after')
    }
    const query = `starting_after=${prefix}${ulid}`
    expectSuccess(endpoint, await send(endpoint, { query }))
  })
})

describe('a query', () => {
  it.each<[query: string, code: ErrorCode, param: string]>([
    ['limit=10&limit=20', 'parameter_invalid', 'limit'],
    ['limit=10&limit=10', 'parameter_invalid', 'limit'],
    ['limit[]=10', 'parameter_unknown', 'limit[]'],
    ['limit=', 'parameter_invalid', 'limit'],
    ['limit=0', 'parameter_invalid', 'limit'],
    ['limit=-1', 'parameter_invalid', 'limit'],
    ['limit=101', 'parameter_invalid', 'limit'],
    ['limit=1.5', 'parameter_invalid', 'limit'],
    ['limit=1e1', 'parameter_invalid', 'limit'],
    ['limit=0x10', 'parameter_invalid', 'limit'],
    ['limit=%201', 'parameter_invalid', 'limit'],
    [`limit=${'9'.repeat(30)}`, 'parameter_invalid', 'limit'],
    ['limit=NaN', 'parameter_invalid', 'limit'],
    ['Limit=1', 'parameter_unknown', 'Limit'],
    ['status=done', 'parameter_invalid', 'status'],
    ['status=paid&status=expired', 'parameter_invalid', 'status'],
    ['status[$ne]=paid', 'parameter_unknown', 'status[$ne]'],
    ['createdAfter=yesterday', 'parameter_invalid', 'createdAfter'],
    ['createdAfter=2026-03-01', 'parameter_invalid', 'createdAfter'],
    ['createdAfter=2026-03-01T12:00:00', 'parameter_invalid', 'createdAfter'],
    ['createdAfter=2026-03-01T12:00:00%2B02:00', 'parameter_invalid', 'createdAfter'],
    ['createdAfter=2026-02-30T12:00:00Z', 'parameter_invalid', 'createdAfter'],
    ['createdBefore=1772366400', 'parameter_invalid', 'createdBefore'],
    ['linkId=', 'parameter_invalid', 'linkId'],
    [`linkId=${'x'.repeat(256)}`, 'parameter_invalid', 'linkId'],
    ['customerId=', 'parameter_invalid', 'customerId'],
    ['metadata=order', 'parameter_invalid', 'metadata'],
    ['metadata[]=1', 'parameter_invalid', 'metadata.""'],
    ['metadata[__proto__]=1', 'parameter_invalid', 'metadata'],
    ['metadata[a]=1&metadata[b]=2', 'parameter_invalid', 'metadata'],
    ['__proto__=1', 'parameter_unknown', '__proto__'],
    ['constructor=1&constructor=2', 'parameter_invalid', 'constructor'],
    ['toString=1', 'parameter_unknown', 'toString'],
    ['hasOwnProperty=1', 'parameter_unknown', 'hasOwnProperty'],
    ['%zz=1', 'parameter_unknown', '%zz'],
    ['=1', 'parameter_unknown', '""'],
    ['limit=%ff', 'parameter_invalid', 'limit'],
  ])('of %s is refused', async (query, code, param) => {
    expectRefusal(await send(listCheckoutSessions, { query }), code, param)
  })

  it('on an operation without query parameters is refused', async () => {
    const response = await send(createPaymentLink, { body: link, query: 'dryRun=true' })
    expectRefusal(response, 'parameter_unknown', 'dryRun')
  })
})
