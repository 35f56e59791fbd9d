import { describe, expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { openSessions } from '../../shared/payments/checkout-sessions/store/open-sessions.ts'
import { checkoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { findAddresses } from '../../shared/payments/ledger/store/addresses.ts'
import type { Quote } from '../../shared/payments/quotes/rules/quote.ts'
import { loadQuote, quoteCreation } from '../../shared/payments/quotes/store/quotes.ts'
import { quote as quoteSchema } from '../../shared/payments/quotes/wire/quote.ts'
import {
  paymentLinkDeletion,
  paymentLinkReplacement,
} from '../../shared/records/payment-links/store/payment-links.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { errorOf } from '../../test/api-event.ts'
import { configuredFunctions, subscription as link } from '../../test/configured-functions.ts'
import { aSession } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { invokeApi } from '../../test/service-functions.ts'
import { serve as serveCreateCheckoutSession } from './create-checkout-session.ts'
import { serve as serveCreateQuote } from './create-quote.ts'
import { serve as serveGetQuote } from './get-quote.ts'

const amount = { value: '25.00', currency: 'USD' }

async function fixture({ wallet = true } = {}) {
  const { table, config } = await configuredFunctions({ wallet })
  const key = await newApiKey(table, 'test')
  const functions = {
    create: serveCreateQuote(config),
    get: serveGetQuote(config),
    open: serveCreateCheckoutSession(config),
  }
  const create = (body: unknown) => invokeApi(functions.create, { path: '/quotes', key, body })
  return {
    table,
    create,
    quoted: async (body: unknown = { amount }) =>
      quoteSchema
        .unwrap()
        .strict()
        .parse(JSON.parse((await create(body)).body)),
    get: (id: string) => invokeApi(functions.get, { path: '/quotes/{id}', id, key }),
    open: (body: Record<string, unknown>, options: { idempotencyKey?: string } = {}) =>
      invokeApi(functions.open, { path: '/checkout_sessions', key, body, ...options }),
  }
}

/** A test-mode quote that expires in `seconds`. */
function aQuote(seconds: number, changes: Partial<Quote> = {}): Quote {
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + seconds * 1000)
  return {
    id: newId('quote', createdAt, seededBytes('quotes')),
    mode: 'test',
    linkId: null,
    fiat: { amount: '25.00', currency: 'USD' },
    ethPriceUsd: '2500',
    lock: { ...aSession().lock, expiresAt },
    checkoutSessionId: null,
    createdAt,
    ...changes,
  }
}

const countOpen = async (table: Table) =>
  (await Array.fromAsync(openSessions(table, 'test'))).length

describe('a quote', () => {
  it('holds the price of an amount in the requested asset, and derives no address', async () => {
    const { create, get, table } = await fixture({ wallet: false })
    const created = await create({ amount, chainId: 31337, asset: 'ETH' })
    expect(created.statusCode).toBe(201)
    const quote = quoteSchema.unwrap().strict().parse(JSON.parse(created.body))
    expect(quote).toEqual({
      id: expect.stringMatching(/^qt_/),
      object: 'quote',
      linkId: null,
      chainId: 31337,
      asset: 'ETH',
      tokenAddress: null,
      amount: { base: '10000000000000000', formatted: '0.01', decimals: 18 },
      fiat: { amount: '25.00', currency: 'USD' },
      unitPriceUsd: '2500',
      expiresAt: new Date(Date.parse(quote.createdAt) + 300_000).toISOString(),
      consumed: false,
      checkoutSessionId: null,
      livemode: false,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await get(quote.id)).body).toBe(created.body)
    expect(await countOpen(table)).toBe(0)
  })

  it('holds the price of a link in the default asset', async () => {
    const { quoted } = await fixture({ wallet: false })
    expect(await quoted({ linkId: link.id })).toMatchObject({
      linkId: link.id,
      fiat: { amount: '9.99', currency: 'USD' },
      asset: 'ETH',
    })
  })

  it('for a stablecoin values it at one dollar', async () => {
    const { quoted } = await fixture({ wallet: false })
    expect(await quoted({ amount, asset: 'USDC' })).toMatchObject({
      unitPriceUsd: '1',
      tokenAddress: expect.stringMatching(/^0x/),
      amount: { base: '25000000', formatted: '25', decimals: 6 },
    })
  })

  it('expires after the time in the settings', async () => {
    const { quoted, table } = await fixture({ wallet: false })
    await transact(table, [settingsUpdate('test', { quoteTtlSeconds: 900 })])
    const { createdAt, expiresAt } = await quoted()
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(900_000)
  })

  it('can still be read after it expired', async () => {
    const { get, table } = await fixture({ wallet: false })
    const quote = aQuote(-60)
    await transact(table, [quoteCreation(quote)])
    expect(JSON.parse((await get(quote.id)).body)).toMatchObject({ consumed: false })
  })
})

describe('a session from a quote', () => {
  it('has the quote’s chain, asset and price, and its own deadline', async () => {
    const { get, open, table } = await fixture()
    const quote = aQuote(30, {
      ethPriceUsd: '1999',
      lock: { ...aQuote(30).lock, unitPriceUsd: '1999' },
    })
    await transact(table, [quoteCreation(quote)])
    const created = await open({ quoteId: quote.id, metadata: { order: 'A-1' } })
    expect(created.statusCode).toBe(201)
    const session = checkoutSession.parse(JSON.parse(created.body))
    expect(session).toMatchObject({
      amount: { base: '1000000', decimals: 18 },
      fiat: quote.fiat,
      chainId: 31337,
      asset: 'ETH',
      assetSelected: true,
      unitPriceUsd: '1999',
      ethPriceUsd: '1999',
      linkId: null,
      metadata: { order: 'A-1' },
      expiresAt: new Date(Date.parse(session.createdAt) + 300_000).toISOString(),
    })
    expect(JSON.parse((await get(quote.id)).body)).toMatchObject({
      consumed: true,
      checkoutSessionId: session.id,
    })
    expect(await findAddresses(table, [session.address])).toMatchObject([{ sessionId: session.id }])
  })

  it('has the link’s URLs, unless the request has its own', async () => {
    const { open, quoted } = await fixture()
    const { id: quoteId } = await quoted({ linkId: link.id })
    const { body } = await open({ quoteId, cancelUrl: 'https://shop.example/no' })
    expect(JSON.parse(body)).toMatchObject({
      linkId: link.id,
      successUrl: link.successUrl,
      cancelUrl: 'https://shop.example/no',
    })
  })

  it('keeps the quoted price if the link’s has changed', async () => {
    const { open, quoted, table } = await fixture()
    const quote = await quoted({ linkId: link.id })
    const dearer = { ...link, fiatAmount: '99.00', updatedAt: new Date() }
    await transact(table, [paymentLinkReplacement(dearer, link)])
    expect(JSON.parse((await open({ quoteId: quote.id })).body)).toMatchObject({
      fiat: { amount: '9.99' },
      amount: quote.amount,
    })
  })

  it('is returned to every request with the same idempotency key', async () => {
    const { open, quoted } = await fixture()
    const { id: quoteId } = await quoted()
    const options = { idempotencyKey: 'order 1' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => open({ quoteId }, options)),
    )
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses[0]?.statusCode).toBe(201)
    expect(errorOf(await open({ quoteId }, { idempotencyKey: 'order 2' })).code).toBe(
      'quote_consumed',
    )
  })
})

describe('400', () => {
  it('for a session from a quote on a chain that is no longer offered', async () => {
    const { open, table } = await fixture()
    const quote = aQuote(30, { lock: { ...aQuote(30).lock, chainId: 1 } })
    await transact(table, [quoteCreation(quote)])
    expect(errorOf(await open({ quoteId: quote.id }))).toMatchObject({
      status: 400,
      code: 'unsupported_chain',
      param: 'quoteId',
    })
    expect(await loadQuote(table, 'test', quote.id)).toMatchObject({ checkoutSessionId: null })
  })
})

describe('409', () => {
  it('link_inactive for a quote of an inactive link', async () => {
    const { create, table } = await fixture()
    await transact(table, [paymentLinkReplacement({ ...link, active: false }, link)])
    expect(errorOf(await create({ linkId: link.id }))).toMatchObject({
      status: 409,
      code: 'link_inactive',
    })
  })

  it.each([
    ['has been deactivated', paymentLinkReplacement({ ...link, active: false }, link)],
    ['has been deleted', paymentLinkDeletion(link)],
  ])('link_inactive for a session from a quote whose link %s', async (_, write) => {
    const { get, open, quoted, table } = await fixture()
    const { id } = await quoted({ linkId: link.id })
    await transact(table, [write])
    expect(errorOf(await open({ quoteId: id }))).toMatchObject({
      status: 409,
      code: 'link_inactive',
    })
    expect(JSON.parse((await get(id)).body)).toMatchObject({ consumed: false })
  })
})
