import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { recordCalls } from '../../bench/recorded-calls.ts'
import { keys } from '../../shared/kernel/store/keys.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { idsWithWords } from '../../shared/kernel/store/words.ts'
import { openSessions } from '../../shared/payments/checkout-sessions/store/open-sessions.ts'
import { listCheckoutSessions } from '../../shared/payments/checkout-sessions/store/session-list.ts'
import { loadCheckoutSession } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { checkoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { findCustomerId } from '../../shared/records/customers/store/customers.ts'
import { savePrice } from '../../shared/records/prices/store/prices.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { errorOf } from '../../test/api-event.ts'
import { configuredFunctions, subscription as link } from '../../test/configured-functions.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { invokeApi } from '../../test/service-functions.ts'
import { pageOf } from '../../test/walk-list.ts'
import { serve as serveCreateCheckoutSession } from './create-checkout-session.ts'
import { serve as serveGetCheckoutSession } from './get-checkout-session.ts'
import { serve as serveListCheckoutSessions } from './list-checkout-sessions.ts'

const amount = { value: '25.00', currency: 'USD' }

async function fixture(options: { priced?: boolean; wallet?: boolean } = {}) {
  const { table, config } = await configuredFunctions(options)
  const [key, liveKey] = [await newApiKey(table, 'test'), await newApiKey(table, 'live')]
  const create = serveCreateCheckoutSession(config)
  const get = serveGetCheckoutSession(config)
  const list = serveListCheckoutSessions(config)
  const path = '/checkout_sessions'
  return {
    table,
    liveKey,
    create: (body: unknown, options: { idempotencyKey?: string; key?: string } = {}) =>
      invokeApi(create, { path, key, body, ...options }),
    list: (query: string) => invokeApi(list, { path, key, query }),
    get: (id: string) => invokeApi(get, { path: `${path}/{id}`, id, key }),
  }
}

describe('created', () => {
  it('with an amount, and read again', async () => {
    const { create, get } = await fixture()
    const body = {
      amount,
      chainId: 31337,
      asset: 'ETH',
      customerEmail: 'ada@example.com',
      metadata: { order: 'A-1', items: 3, share: 0.25 },
      successUrl: 'https://shop.example/thanks',
      cancelUrl: 'https://shop.example/cart',
      returnUrl: 'https://shop.example',
    }
    const created = await create(body)
    const session = checkoutSession.unwrap().strict().parse(JSON.parse(created.body))
    const { amount: _, ...echoed } = body
    expect(created.statusCode).toBe(201)
    expect(session).toMatchObject({
      ...echoed,
      status: 'pending',
      linkId: null,
      fiat: { amount: '25.00', currency: 'USD' },
      amount: { eth: '0.01', wei: '10000000000000000' },
      ethPriceUsd: '2500',
      assetSelected: true,
      livemode: false,
      checkoutUrl: `https://pay.example.com/checkout/${session.id}`,
    })
    expect(await get(session.id)).toMatchObject({ statusCode: 200, body: created.body })
  })

  it('for a customer, whose sessions are listed, and with metadata by which it is found', async () => {
    const { create, table } = await fixture()
    await transact(table, [settingsUpdate('test', { searchableMetadata: ['order', 'cart'] })])
    const metadata = { order: 'A-1', cart: 'A-1', size: 'M' }
    const ids: string[] = []
    for (const customerEmail of ['Ada@example.com', 'ada@example.com']) {
      ids.unshift(JSON.parse((await create({ amount, customerEmail, metadata })).body).id)
    }
    const customerId = (await findCustomerId(table, 'test', 'ada@example.com')) ?? ''
    const filter = { mode: 'test', customerId } as const
    const { items } = await listCheckoutSessions(table, filter, { limit: 5 })
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const found = (value: string) =>
      idsWithWords(table, { mode: 'test', kind: 'checkoutSession', text: value }, { limit: 5 })
    expect((await found('a-1')).toSorted()).toEqual(ids.toSorted())
    expect(await found('M')).toEqual([])
  })

  it('for a customer and with metadata, by which lists are filtered', async () => {
    const { create, list, table } = await fixture()
    const order = async (customerEmail: string, metadata: Record<string, string | number>) =>
      JSON.parse((await create({ amount, customerEmail, metadata })).body).id
    const first = await order('ada@example.com', { order: 'A 1/[x]', size: 7 })
    const second = await order('ben@example.com', { order: 'A-2', size: 7 })
    const ada = (await findCustomerId(table, 'test', 'ada@example.com')) ?? ''
    const found = async (query: Record<string, string>) =>
      pageOf(await list(new URLSearchParams(query).toString())).data.map(({ id }) => id)
    expect(await found({ 'metadata[order]': 'A 1/[x]' })).toEqual([first])
    expect(await found({ 'metadata[size]': '7' })).toEqual([first, second].toSorted().toReversed())
    expect(await found({ 'metadata[size]': '7', customerId: ada })).toEqual([first])
    expect(await found({ customerId: ada, status: 'paid' })).toEqual([])
    expect(await found({ customerId: 'nobody' })).toEqual([])
  })

  it('with one item more for a customer, for each word of an order and each pair of metadata', async () => {
    const { create } = await fixture()
    const itemsOf = async (body: object) => {
      const calls = await recordCalls(() => create({ amount, ...body }))
      const written = calls.filter(({ operation }) => operation === 'TransactWriteItems')
      return written.flatMap(({ body: sent }) => JSON.parse(sent).TransactItems).length
    }
    await create({ amount, customerEmail: 'ada@example.com' })
    const bare = await itemsOf({})
    expect(await itemsOf({ metadata: { size: 'M', name: 'Ada' } })).toBe(bare + 2)
    expect(await itemsOf({ metadata: { order: 'A-1-a' } })).toBe(bare + 3)
    expect(await itemsOf({ customerEmail: 'ada@example.com' })).toBe(bare + 1)
  })

  it('with nothing received, and a window for late money', async () => {
    const { create, table } = await fixture()
    const { id, expiresAt, lateUntil } = JSON.parse((await create({ amount })).body)
    expect(Date.parse(lateUntil) - Date.parse(expiresAt)).toBe(600_000)
    expect(await loadCheckoutSession(table, 'test', id)).toMatchObject({
      version: 1,
      sequence: 0,
      received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    })
  })

  it.each([{ chainId: 31337 }, { asset: 'ETH' }])(
    'with the choice left to the customer, given only %j',
    async (half) => {
      const { create } = await fixture()
      const { body } = await create({ amount, ...half })
      expect(JSON.parse(body)).toMatchObject({ asset: 'ETH', assetSelected: false })
    },
  )

  it('with its id in the URLs that ask for it', async () => {
    const { create } = await fixture()
    const url = (place: string) => `https://shop.example/${place}?s={CHECKOUT_SESSION_ID}`
    const urls = { successUrl: url('thanks'), cancelUrl: url('cart'), returnUrl: url('') }
    const { id, ...session } = JSON.parse((await create({ amount, ...urls })).body)
    expect(session).toMatchObject({
      successUrl: `https://shop.example/thanks?s=${id}`,
      cancelUrl: `https://shop.example/cart?s=${id}`,
      returnUrl: `https://shop.example/?s=${id}`,
    })
  })

  it('from a link, with the link’s URLs unless the request has its own', async () => {
    const { create } = await fixture()
    const { body } = await create({ linkId: link.id, cancelUrl: 'https://shop.example/no' })
    expect(JSON.parse(body)).toMatchObject({
      linkId: link.id,
      fiat: { amount: '9.99', currency: 'USD' },
      successUrl: link.successUrl,
      cancelUrl: 'https://shop.example/no',
      assetSelected: false,
      metadata: null,
    })
  })
})

describe('400', () => {
  it.each([
    [{ amount, linkId: link.id }, 'parameter_invalid', 'amount'],
    [{ linkId: link.id, quoteId: 'qt_1' }, 'parameter_invalid', 'linkId'],
    [{ quoteId: 'qt_1', chainId: 31337 }, 'parameter_invalid', 'chainId'],
    [{ quoteId: 'qt_1', asset: 'ETH' }, 'parameter_invalid', 'asset'],
    [{ amount: { value: '25.00' } }, 'parameter_missing', 'amount.currency'],
    [{ amount: { ...amount, tax: '1' } }, 'parameter_unknown', 'amount.tax'],
    [{ amount: { ...amount, currency: 'XXX' } }, 'unsupported_currency', 'amount.currency'],
    [{ amount, chainId: 1.5 }, 'parameter_invalid', 'chainId'],
    [{ amount, chainId: 31338 }, 'unsupported_chain', 'chainId'],
    [{ amount, chainId: 31337, asset: 'DOGE' }, 'unsupported_asset', 'asset'],
    [{ amount, customerEmail: 'ada' }, 'parameter_invalid', 'customerEmail'],
    [{ amount, customerEmail: `${'a'.repeat(250)}@b.ch` }, 'parameter_invalid', 'customerEmail'],
    [{ amount, returnUrl: 'http://shop.example' }, 'parameter_invalid', 'returnUrl'],
    [{ amount, successUrl: 'http://localhost:3000' }, 'parameter_invalid', 'successUrl'],
  ])('%j', async (body, code, param) => {
    const { create } = await fixture({ wallet: false })
    expect(errorOf(await create(body))).toMatchObject({ status: 400, code, param })
  })

  it('to whoever states what the chain alone says, or which address is paid', async () => {
    const { create } = await fixture()
    const session = JSON.parse((await create({ amount })).body)
    for (const param of ['status', 'address', 'amountReceived', 'paidAt', 'txHash', 'livemode']) {
      expect(session).toHaveProperty(param)
      const refused = await create({ amount, [param]: session[param] })
      expect(errorOf(refused)).toMatchObject({ code: 'parameter_unknown', param })
    }
  })

  it.each([0, 0.1, -1e-20, 1e21, Number.MAX_VALUE])('accepts the number %d', async (number) => {
    const { create } = await fixture()
    const created = await create({ amount, metadata: { number } })
    expect(JSON.parse(created.body)).toMatchObject({ metadata: { number } })
  })

  it('accepts 50 pairs', async () => {
    const { create } = await fixture()
    const pairs = Array.from({ length: 50 }, (_, i) => [`key${i}`, 'v'])
    expect((await create({ amount, metadata: Object.fromEntries(pairs) })).statusCode).toBe(201)
  })
})

it('404 for a link of the other mode', async () => {
  const { create, liveKey } = await fixture()
  expect((await create({ linkId: link.id }, { key: liveKey })).statusCode).toBe(404)
})

describe('derivation indices', () => {
  /** The derivation indices of all sessions, in the order of their creation. */
  async function indicesOf(table: Table): Promise<number[]> {
    const open = await Array.fromAsync(openSessions(table, 'test'), ({ mode, id }) =>
      loadCheckoutSession(table, mode, id),
    )
    const inOrder = open
      .filter((session) => session !== undefined)
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    return inOrder.map(({ derivationIndex }) => derivationIndex)
  }

  async function nextIndex(table: Table): Promise<number> {
    const Key = keys.counter('test', 'derivation')
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }))
    return Number(Item?.['next'] ?? 0)
  }

  it('are not consumed by refused requests', async () => {
    const { create, table } = await fixture({ priced: false })
    const first = await nextIndex(table)
    const refusals = [
      create({ amount }),
      create({ amount }, { idempotencyKey: 'unpriced' }),
      create({ amount, asset: 'DOGE' }),
      create({ amount: { ...amount, currency: 'XXX' } }),
      create({ linkId: 'pl_01JD8Z3K000000000000000001' }),
      create({ quoteId: 'qt_01JD8Z3K000000000000000000' }),
    ]
    for (const { statusCode } of await Promise.all(refusals)) {
      expect(statusCode).toBeGreaterThanOrEqual(400)
    }
    await savePrice(table, { pair: 'ETH/USD', price: '2500', agreedAt: new Date() })
    for (let time = 0; time < 4; time++) await create({ amount })
    expect(await indicesOf(table)).toEqual([0, 1, 2, 3].map((after) => first + after))
  })

  it('are not consumed by a repeated request, or by concurrent requests that lose', async () => {
    const { create, table } = await fixture()
    const repeated = () => create({ amount }, { idempotencyKey: 'once' })
    await Promise.all(Array.from({ length: 10 }, repeated))
    await repeated()
    const others = Array.from({ length: 9 }, () => create({ amount }))
    await Promise.all(others)
    await create({ amount })
    const indices = (await indicesOf(table)).toSorted((a, b) => a - b)
    const [first = 0] = indices
    expect(new Set(indices).size).toBe(11)
    expect(Math.max(...indices)).toBeLessThan(first + 11)
  })
})
