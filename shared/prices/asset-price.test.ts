import { beforeEach, describe, expect, it } from 'vitest'
import { testTable } from '../../test/test-table.ts'
import { chains } from '../chain/chains.ts'
import { invariant } from '../domain/invariant.ts'
import { assetPrice } from './asset-price.ts'
import type { PriceDeps } from './current-prices.ts'
import { openPrices } from './open-prices.ts'

const [chain] = chains
invariant(chain, 'the registry has a chain')
const eth = { chain, symbol: 'ETH' }
const usdc = { chain, symbol: 'USDC' }

type Answer = Record<string, string> | 'fails' | 'never answers'

let now: Date
let answers: Answer[]
let asked: string[][]
let deps: PriceDeps
/** Another process on the same table. */
let freshProcess: () => PriceDeps

beforeEach(async () => {
  now = new Date('2026-01-01T12:00:00Z')
  asked = []
  answers = [{ 'ETH/USD': '2500', 'USDC/USD': '1.0001', 'EUR/USD': '1.1' }]
  const { store } = openPrices({ table: await testTable(), chains: [], now: () => now })
  freshProcess = () => ({
    sources: answers.map((_, index) => ({
      name: `source ${index}`,
      pairs: ['ETH/USD', 'USDC/USD', 'EUR/USD'],
      currencies: ['EUR'],
      read: (pairs) => read(index, pairs),
    })),
    minimumSources: answers.length,
    store,
    memory: new Map(),
    now: () => now,
  })
  deps = freshProcess()
})

async function read(index: number, pairs: readonly string[]) {
  asked.push([...pairs])
  const answer = answers[index] ?? 'fails'
  if (answer === 'fails') throw new Error('connection refused')
  if (answer === 'never answers') return new Promise<never>(() => undefined)
  return pairs.flatMap((pair) => {
    const price = answer[pair]
    return price
      ? [{ pair, source: `source ${index}`, price, updatedAt: now, maxAgeSeconds: 60 }]
      : []
  })
}

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const priceOf = (asset = eth, fiatCurrency = 'USD') => assetPrice(deps, { asset, fiatCurrency })

describe('a price', () => {
  it('of the coin in USD needs one pair, in EUR two', async () => {
    const inUsd = { unitPriceUsd: '2500', fiatUsd: '1', ethPriceUsd: '2500' }
    expect(await priceOf()).toEqual(inUsd)
    expect(await priceOf(eth, 'EUR')).toEqual({ ...inUsd, fiatUsd: '1.1' })
    expect(asked).toEqual([['ETH/USD'], ['EUR/USD']])
  })

  it('is asked for once a minute, across processes', async () => {
    await priceOf()
    answers = [{ 'ETH/USD': '3000' }]
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
    answers = ['fails']
    pass(300)
    deps = freshProcess()
    expect((await priceOf()).unitPriceUsd).toBe('2500')
    pass(1)
    await expect(priceOf()).rejects.toMatchObject({
      code: 'price_unavailable',
      cause: { errors: [{ message: 'connection refused' }, { message: /no agreement on ETH/ }] },
    })
  })

  it('needs sources that agree', async () => {
    answers = [{ 'ETH/USD': '2500' }, { 'ETH/USD': '2600' }]
    deps = freshProcess()
    await expect(priceOf()).rejects.toMatchObject({ code: 'price_unavailable' })
    answers = [{ 'ETH/USD': '2500' }, { 'ETH/USD': '2510' }]
    expect((await priceOf()).unitPriceUsd).toBe('2500')
  })

  it('does not wait for a source that never answers', async () => {
    answers = [{ 'ETH/USD': '2500' }, 'never answers']
    deps = { ...freshProcess(), minimumSources: 1 }
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

  it('needs no source: the last ETH price of any age stands beside it', async () => {
    await priceOf(usdc)
    answers = ['fails']
    pass(7 * 86_400)
    deps = freshProcess()
    expect(await priceOf(usdc)).toEqual({ unitPriceUsd: '1', fiatUsd: '1', ethPriceUsd: '2500' })
    await expect(priceOf(usdc, 'EUR')).rejects.toMatchObject({ code: 'price_unavailable' })
    await expect(priceOf()).rejects.toMatchObject({ code: 'price_unavailable' })
  })

  it('is not offered while it is off its peg', async () => {
    answers = [{ 'ETH/USD': '2500', 'USDC/USD': '0.95' }]
    await expect(priceOf(usdc)).rejects.toMatchObject({
      code: 'price_unavailable',
      message: expect.stringContaining('off its peg'),
    })
    expect((await priceOf()).unitPriceUsd).toBe('2500')
    answers = ['fails']
    pass(3600)
    await expect(priceOf(usdc)).rejects.toMatchObject({ code: 'price_unavailable' })
    answers = [{ 'ETH/USD': '2500', 'USDC/USD': '0.99' }]
    expect((await priceOf(usdc)).unitPriceUsd).toBe('1')
  })
})
