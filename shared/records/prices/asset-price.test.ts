import { beforeEach, describe, expect, it } from 'vitest'
import { testTable } from '../../../test/test-table.ts'
import { chains } from '../../chain/chains.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Table } from '../../kernel/store/table.ts'
import { assetPrice } from './asset-price.ts'
import type { PriceDeps } from './current-prices.ts'
import { openPrices } from './open-prices.ts'
import { priceHealth } from './price-health.ts'
import type { PriceSources } from './price-sources.ts'
import { refreshPrices } from './refresh-prices.ts'
import { loadPrices, saveDisagreement } from './store/prices.ts'
import { withheldByLatestReadings, withheldStablecoins } from './withheld-stablecoins.ts'

const [chain] = chains
invariant(chain, 'the registry has a chain')
const eth = { chain, symbol: 'ETH' }
const usdc = { chain, symbol: 'USDC' }

type Said = Record<string, string> | 'fails' | 'never responds'

let now: Date
let table: Table
let said: Said[]
let asked: string[][]
/** The age of the sources' prices, in seconds. */
let age: number
let deps: PriceDeps
/** Another process on the same table. */
let freshProcess: (given?: Partial<PriceSources>) => PriceDeps

beforeEach(async () => {
  now = new Date('2026-01-01T12:00:00Z')
  asked = []
  age = 0
  said = [{ 'ETH/USD': '2500', 'USDC/USD': '1.0001', 'EUR/USD': '1.1' }]
  table = await testTable()
  freshProcess = (given = {}) => {
    const instance = { ...saidBySources(), ...given, stablecoins: ['USDC'] }
    const reading = { ...instance, table, now: () => now }
    const refresh = (pairs: readonly string[]) => refreshPrices(reading, pairs)
    return { ...openPrices({ table, chains: [], now: () => now, refresh }), ...instance }
  }
  deps = freshProcess()
})

function saidBySources(): PriceSources {
  const sources = said.map((_, index) => ({
    name: `source ${index}`,
    vote: `vote ${index}`,
    pairs: ['ETH/USD', 'USDC/USD', 'EUR/USD'],
    currencies: ['EUR'],
    read: (pairs: readonly string[]) => read(index, pairs),
  }))
  return { sources, minimumSources: said.length }
}

async function read(index: number, pairs: readonly string[]) {
  asked.push([...pairs])
  const prices = said[index] ?? 'fails'
  if (prices === 'fails') throw new Error('connection refused')
  if (prices === 'never responds') return new Promise<never>(() => undefined)
  const origin = { source: `source ${index}`, vote: `vote ${index}` }
  const updatedAt = new Date(now.getTime() - age * 1000)
  return pairs.flatMap((pair) => {
    const price = prices[pair]
    return price ? [{ pair, ...origin, price, updatedAt, maxAgeSeconds: 3600 }] : []
  })
}

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const priceOf = (asset = eth, fiatCurrency = 'USD') => assetPrice(deps, { asset, fiatCurrency })

const disagreement = {
  message: /^no agreement on ETH\/USD: source 0 2500 of .*, source 1 2600 of /,
}

describe('a price', () => {
  it('of the coin in USD needs one pair beside the stablecoins, in EUR two', async () => {
    const inUsd = { unitPriceUsd: '2500', fiatUsd: '1', ethPriceUsd: '2500' }
    expect(await priceOf()).toEqual(inUsd)
    expect(await priceOf(eth, 'EUR')).toEqual({ ...inUsd, fiatUsd: '1.1' })
    expect(asked).toEqual([['ETH/USD', 'USDC/USD'], ['EUR/USD']])
  })

  it('is asked for once a minute, across processes', async () => {
    await priceOf()
    said = [{ 'ETH/USD': '3000' }]
    pass(60)
    expect((await priceOf()).unitPriceUsd).toBe('2500')
    deps = freshProcess()
    expect((await priceOf()).unitPriceUsd).toBe('2500')
    pass(1)
    expect((await priceOf()).unitPriceUsd).toBe('3000')
    expect(asked).toHaveLength(2)
  })

  it('that was good stays for five minutes while the sources fail', async () => {
    await priceOf()
    said = ['fails']
    pass(300)
    deps = freshProcess()
    expect((await priceOf()).unitPriceUsd).toBe('2500')
    pass(6)
    await expect(priceOf()).rejects.toMatchObject({
      code: 'price_unavailable',
      cause: { errors: [{ message: 'connection refused' }, { message: /no agreement on ETH/ }] },
    })
  })

  it('is asked for every five seconds while the sources do not agree, across processes', async () => {
    said = [{ 'ETH/USD': '2500' }, { 'ETH/USD': '2500' }]
    deps = freshProcess()
    await priceOf()
    pass(301)
    said = [{ 'ETH/USD': '2500' }, { 'ETH/USD': '2600' }]
    const isRefused = { code: 'price_unavailable', cause: { errors: [disagreement] } }
    asked = []
    for (const _ of [1, 2, 3]) {
      deps = freshProcess()
      await expect(priceOf()).rejects.toMatchObject(isRefused)
    }
    const askedForEth = () => asked.filter((pairs) => pairs.includes('ETH/USD')).length
    expect(askedForEth()).toBe(2)
    pass(6)
    await expect(priceOf()).rejects.toMatchObject(isRefused)
    expect(askedForEth()).toBe(4)
  })

  it('is stored with the last price of each source, and with when they last disagreed', async () => {
    const stored = async () => (await loadPrices(table, ['ETH/USD']))[0]
    const by = (source: number, price: string, updatedAt: Date) => ({
      source: `source ${source}`,
      price,
      updatedAt,
    })
    said = [{ 'ETH/USD': '2500' }, { 'ETH/USD': '2510' }]
    deps = freshProcess()
    await priceOf()
    const first = now
    const agreed = { pair: 'ETH/USD', price: '2500', agreedAt: first }
    const both = [by(0, '2500', first), by(1, '2510', first)]
    expect(await stored()).toEqual({ ...agreed, readAt: first, readings: both })
    pass(61)
    said = ['fails', { 'ETH/USD': '2600' }]
    await priceOf()
    const one = [by(0, '2500', first), by(1, '2600', now)]
    expect(await stored()).toEqual({ ...agreed, readAt: now, readings: one })
    said = [{ 'ETH/USD': '2700' }, { 'ETH/USD': '2700' }]
    pass(61)
    await priceOf()
    const kept = await stored()
    // One that began before the others agreed does not take that back.
    await saveDisagreement(table, { ...agreed, readAt: now, readings: [] })
    expect(await stored()).toEqual(kept)
    expect(kept).toMatchObject({ price: '2700', agreedAt: now })
  })

  it('is stored without a source that is no longer used, such as the feeds of a removed network', async () => {
    const sourcesNow = async () =>
      (await loadPrices(table, ['ETH/USD'])).map(({ readings }) =>
        readings?.map((one) => one.source),
      )
    said = [{ 'ETH/USD': '2500' }, { 'ETH/USD': '2502' }]
    deps = freshProcess()
    await priceOf()
    expect(await sourcesNow()).toEqual([['source 0', 'source 1']])
    said.pop()
    pass(61)
    deps = freshProcess()
    await priceOf()
    expect(await sourcesNow()).toEqual([['source 0']])
  })

  it('does not wait for a source that never said', async () => {
    said = [{ 'ETH/USD': '2500' }, 'never responds']
    deps = freshProcess({ minimumSources: 1 })
    expect((await priceOf()).unitPriceUsd).toBe('2500')
  })

  it('in a currency without a rate is refused, naming those that have one', async () => {
    await expect(priceOf(eth, 'GBP')).rejects.toMatchObject({
      code: 'unsupported_currency',
      message: expect.stringContaining('EUR, USD'),
    })
    await expect(priceOf(eth, 'USDC')).rejects.toMatchObject({ code: 'unsupported_currency' })
    expect(asked).toEqual([])
  })
})

describe('a USD stablecoin', () => {
  it('is worth one', async () => {
    expect(await priceOf(usdc)).toEqual({ unitPriceUsd: '1', fiatUsd: '1', ethPriceUsd: '2500' })
    expect((await priceOf(usdc, 'EUR')).fiatUsd).toBe('1.1')
  })

  it('needs no source that responds: the last ETH price of any age stands beside it', async () => {
    await priceOf(usdc)
    said = ['fails']
    pass(3600)
    deps = freshProcess()
    expect(await priceOf(usdc)).toEqual({ unitPriceUsd: '1', fiatUsd: '1', ethPriceUsd: '2500' })
    await expect(priceOf(usdc, 'EUR')).rejects.toMatchObject({ code: 'price_unavailable' })
    await expect(priceOf()).rejects.toMatchObject({ code: 'price_unavailable' })
  })

  it('is not offered once nothing is known of it within the age of its sources', async () => {
    await priceOf(usdc)
    said = ['fails']
    pass(3601)
    await expect(priceOf(usdc)).rejects.toMatchObject({
      code: 'price_unavailable',
      message: expect.stringContaining("can't check right now whether USDC"),
      cause: { errors: [{ message: 'connection refused' }, { message: /no agreement on ETH/ }] },
    })
    expect(await withheldStablecoins(deps)).toEqual(new Set(['USDC']))
  })

  it('that nobody needed for days is shown as it was then, and an outage as one', async () => {
    const shown = async () =>
      (await priceHealth(table, { chains: [chain], ofMode: [chain] })).find(
        ({ pair }) => pair === 'USDC/USD',
      )
    await priceOf(usdc)
    pass(86_400)
    expect(await shown()).toMatchObject({ state: 'agreed' })
    said = ['fails']
    await expect(priceOf(usdc)).rejects.toThrow("can't check right now")
    expect(await shown()).toMatchObject({ state: 'unknown_peg', price: '1.0001' })
  })

  it('is offered again within seconds once a source that had stopped is current', async () => {
    await priceOf(usdc)
    pass(86_400)
    age = 86_400
    await expect(priceOf(usdc)).rejects.toThrow("can't check right now")
    age = 0
    pass(5)
    await expect(priceOf(usdc)).rejects.toThrow("can't check right now")
    pass(1)
    expect((await priceOf(usdc)).unitPriceUsd).toBe('1')
  })

  it('is not offered while it is off its peg', async () => {
    said = [{ 'ETH/USD': '2500', 'USDC/USD': '0.95' }]
    await expect(priceOf(usdc)).rejects.toMatchObject({
      code: 'price_unavailable',
      message: expect.stringContaining('off its peg'),
    })
    expect((await priceOf()).unitPriceUsd).toBe('2500')
    said = ['fails']
    pass(3600)
    await expect(priceOf(usdc)).rejects.toThrow('off its peg')
    said = [{ 'ETH/USD': '2500', 'USDC/USD': '0.99' }]
    expect((await priceOf(usdc)).unitPriceUsd).toBe('1')
  })

  it('that is off its peg is read again once a minute, not for every order', async () => {
    said = [{ 'ETH/USD': '2500', 'USDC/USD': '0.95' }]
    await expect(priceOf(usdc)).rejects.toThrow('off its peg')
    pass(60)
    await expect(priceOf(usdc)).rejects.toThrow('off its peg')
    expect(asked).toHaveLength(1)
    pass(1)
    await expect(priceOf(usdc)).rejects.toThrow('off its peg')
    expect(asked).toHaveLength(2)
  })

  it('is not offered while its sources disagree, though they agreed an hour ago', async () => {
    said = Array.from({ length: 3 }, () => ({ 'ETH/USD': '2500', 'USDC/USD': '1' }))
    deps = freshProcess()
    await priceOf(usdc)
    pass(3000)
    const [sound, broken] = ['1', '0.88'].map((usd) => ({ 'ETH/USD': '2500', 'USDC/USD': usd }))
    said = [sound ?? 'fails', broken ?? 'fails', 'fails']
    for (const process of [deps, freshProcess()]) {
      deps = process
      await expect(priceOf(usdc)).rejects.toThrow('off its peg')
      expect(await withheldStablecoins(deps)).toEqual(new Set(['USDC']))
    }
  })

  it('ignores the reading of a source that is no longer used', async () => {
    said = [{ 'ETH/USD': '2500', 'USDC/USD': '1' }, { 'USDC/USD': '0.9' }]
    deps = freshProcess({ minimumSources: 1 })
    await expect(priceOf(usdc)).rejects.toThrow('off its peg')
    pass(61)
    said = [{ 'ETH/USD': '2500', 'USDC/USD': '1' }]
    deps = freshProcess()
    expect((await priceOf(usdc)).unitPriceUsd).toBe('1')
  })

  it('is withheld from pages, which ask no source, by what was read last', async () => {
    const onPage = () => withheldByLatestReadings({ table, now: () => now }, ['USDC'])
    expect(await onPage()).toEqual(new Set(['USDC']))
    await priceOf()
    asked.length = 0
    expect(await onPage()).toEqual(new Set())
    said = [{ 'ETH/USD': '2500', 'USDC/USD': '1.03' }]
    pass(61)
    await priceOf()
    expect(await onPage()).toEqual(new Set(['USDC']))
    expect(asked).toHaveLength(1)
  })
})

describe('impossible values', () => {
  it.each([
    ['no time', { updatedAt: new Date(Number.NaN) }],
    ['a time to come', { updatedAt: new Date('2100-01-01') }],
    ['the last time there is', { updatedAt: new Date(8.64e15) }],
    ['a negative price', { price: '-2500' }],
    ['no number', { price: 'NaN' }],
    ['an enormous price', { price: '9'.repeat(60) }],
  ])('are no price: %s', async (_, impossible) => {
    const values = { price: '1', updatedAt: now, maxAgeSeconds: 60, ...impossible }
    const [source] = saidBySources().sources
    invariant(source, 'there is a source')
    const reading = { ...values, source: source.name, vote: source.vote }
    deps = freshProcess({
      sources: [{ ...source, read: async (pairs) => pairs.map((pair) => ({ pair, ...reading })) }],
    })
    await expect(priceOf()).rejects.toMatchObject({ code: 'price_unavailable' })
    await expect(priceOf(usdc)).rejects.toMatchObject({ code: 'price_unavailable' })
    expect(await withheldStablecoins(deps)).toEqual(new Set(['USDC']))
  })
})
