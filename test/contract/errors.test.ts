import { DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { apiErrors, type ErrorCode } from '../../shared/kernel/errors.ts'
import { newId } from '../../shared/kernel/ids.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { merchantOperations } from '../../shared/merchant-operations.ts'
import { quoteCreation } from '../../shared/payments/quotes/store/quotes.ts'
import {
  derivationStop,
  knownDerivationIndices,
} from '../../shared/payments/wallet/store/derivation-counter.ts'
import { lambdaContext } from '../api-event.ts'
import { aSession } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { type ApiResponse, type Call, call } from './api-client.ts'
import { errorIn, tellsInternals } from './check-response.ts'
import { type MerchantApi, startMerchantApi } from './merchant-api.ts'

const { createPaymentLink, createQuote, createCheckoutSession, listEvents } = merchantOperations
const { createWebhookEndpoint, testWebhookEndpoint } = merchantOperations
const link = { title: 'A year of letters', fiatAmount: '12.00' }
const amount = { value: '10.00', currency: 'USD' }

/** A merchant's call, with a key that has all scopes. */
type Shop = {
  api: MerchantApi
  send: (endpoint: Pick<Operation, 'method' | 'path'>, options?: Call) => Promise<ApiResponse>
}

async function openShop(api: MerchantApi): Promise<Shop> {
  const key = await api.newKey('test')
  return { api, send: (endpoint, options = {}) => call(api, endpoint, { key, ...options }) }
}

const idOf = (response: ApiResponse) =>
  z.object({ id: z.string() }, response.text).parse(response.json).id

/** A request that causes each code. */
const ofRequests: Partial<Record<ErrorCode, (shop: Shop) => Promise<ApiResponse>>> = {
  parameter_missing: ({ send }) => send(createPaymentLink, { body: { title: 'A' } }),
  parameter_invalid: ({ send }) => send(createPaymentLink, { body: { ...link, title: 7 } }),
  parameter_unknown: ({ send }) => send(createPaymentLink, { body: { ...link, colour: 'red' } }),
  malformed_json: ({ send }) => send(createPaymentLink, { body: '{' }),
  invalid_cursor: ({ send }) => send(listEvents, { query: 'starting_after=cs_1' }),
  unsupported_currency: ({ send }) =>
    send(createQuote, { body: { amount: { ...amount, currency: 'XPF' } } }),
  unsupported_chain: ({ send }) => send(createQuote, { body: { amount, chainId: 1 } }),
  unsupported_asset: ({ send }) => send(createQuote, { body: { amount, asset: 'DOGE' } }),
  idempotency_key_invalid: ({ send }) =>
    send(createPaymentLink, { body: link, idempotencyKey: 'x'.repeat(256) }),
  unauthenticated: ({ send }) => send(listEvents, { key: 'ck_test_nobody' }),
  insufficient_scope: async ({ api, send }) =>
    send(createPaymentLink, { body: link, key: await api.newKey('test', ['links:read']) }),
  resource_not_found: ({ send }) => send(merchantOperations.getQuote, { id: 'qt_nothing' }),
  route_not_found: ({ send }) => send({ method: 'GET', path: '/api/v1/invoices' }),
  method_not_allowed: ({ send }) => send({ method: 'DELETE', path: '/api/v1/payment_links' }),
  idempotency_key_reused: async ({ send }) => {
    await send(createPaymentLink, { body: link, idempotencyKey: 'order 1' })
    return send(createPaymentLink, { body: { ...link, title: 'B' }, idempotencyKey: 'order 1' })
  },
  link_inactive: async ({ send }) => {
    const id = idOf(await send(createPaymentLink, { body: link }))
    await send(merchantOperations.updatePaymentLink, { id, body: { active: false } })
    return send(createCheckoutSession, { body: { linkId: id } })
  },
  quote_expired: async ({ api, send }) =>
    send(createCheckoutSession, { body: { quoteId: await addExpiredQuote(api) } }),
  quote_consumed: async ({ send }) => {
    const quoteId = idOf(await send(createQuote, { body: { amount } }))
    await send(createCheckoutSession, { body: { quoteId } })
    return send(createCheckoutSession, { body: { quoteId } })
  },
  state_changed: async ({ send }) => {
    const url = 'https://shop.example/hooks'
    const id = idOf(await send(createWebhookEndpoint, { body: { url } }))
    await send(merchantOperations.updateWebhookEndpoint, { id, body: { active: false } })
    return send(testWebhookEndpoint, { id })
  },
  body_too_large: ({ send }) =>
    send(createPaymentLink, { body: { ...link, title: 'x'.repeat(70_000) } }),
  unsupported_media_type: ({ send }) =>
    send(createPaymentLink, { body: link, contentType: 'text/plain' }),
  // The euro has no rate yet, and its sources are unreachable.
  price_unavailable: ({ send }) =>
    send(createQuote, { body: { amount: { ...amount, currency: 'EUR' } } }),
}

type Trouble = Parameters<typeof startMerchantApi>[0]

/** A fault of the instance that causes each of the other codes. */
const ofInstances: Partial<Record<ErrorCode, Trouble>> = {
  rate_limit_exceeded: { variables: { RATE_LIMIT_PER_MINUTE: '1' } },
  wallet_not_configured: { wallet: false },
  // Its counter is stopped.
  intake_stopped: {},
  // Its table is deleted.
  internal_error: {},
  timed_out: { context: () => ({ ...lambdaContext(), getRemainingTimeInMillis: () => 501 }) },
}

async function addExpiredQuote({ table }: MerchantApi): Promise<string> {
  const createdAt = new Date()
  const { lock, fiat, mode } = aSession()
  const id = newId('quote', createdAt, seededBytes('expired'))
  const quote = { id, mode, fiat, linkId: null, ethPriceUsd: '2500', checkoutSessionId: null }
  await transact(table, [
    quoteCreation({ ...quote, createdAt, lock: { ...lock, expiresAt: createdAt } }),
  ])
  return id
}

const withPause = ['rate_limit_exceeded', 'intake_stopped']

async function stopCounter({ table }: MerchantApi): Promise<void> {
  const next = await knownDerivationIndices(table, 'test')
  await transact(table, [derivationStop('test', next, new Date())])
}

async function dropTable({ table }: MerchantApi): Promise<void> {
  await table.client.send(new DeleteTableCommand({ TableName: table.name }))
}

/** Words in messages that say what to do, or what is valid. */
const advice =
  /\b(must|required|send|try|use|create|check|activate|enable|choose|accepts|at most|supported|enabled|offered|finish|leave it out)\b/i

function expectError(response: ApiResponse, code: string): void {
  const error = errorIn(response)
  expect(error.code, response.text).toBe(code)
  expect(error.message).toMatch(advice)
  expect(tellsInternals(response.text, '')).toBe(false)
  if (error.param !== undefined) expect(error.message).toContain(error.param)
}

it('every code of the table has a case', () => {
  const cases = [...Object.keys(ofRequests), ...Object.keys(ofInstances)]
  expect(cases.toSorted()).toEqual(Object.keys(apiErrors).toSorted())
})

describe('a request earns', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop(await startMerchantApi())
    await shop.api.agreeOnPrice('ETH/USD', '2500')
  })
  afterAll(() => shop.api.stop())

  it.each(Object.entries(ofRequests))('%s', async (code, earn) => {
    silenceLog()
    expectError(await earn(shop), code)
  })
})

describe('a failing instance responds', () => {
  it.each(Object.entries(ofInstances))('%s', async (code, trouble) => {
    silenceLog()
    const shop = await openShop(await startMerchantApi(trouble))
    onTestFinished(() => shop.api.stop())
    await shop.api.agreeOnPrice('ETH/USD', '2500')
    const open = () => shop.send(createCheckoutSession, { body: { amount } })
    if (code === 'rate_limit_exceeded') await open()
    if (code === 'internal_error') await dropTable(shop.api)
    if (code === 'intake_stopped') await stopCounter(shop.api)
    const response = await open()
    expectError(response, code)
    if (withPause.includes(code)) expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

/** The instance's own faults are logged. */
function silenceLog(): void {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
}
