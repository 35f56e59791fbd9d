import { beforeEach, describe, expect, it } from 'vitest'
import { type CannedServer, startCannedServer } from '../../../test/canned-server.ts'
import { coinbaseSource } from './coinbase-source.ts'
import { medianPrice } from './median-price.ts'
import type { PriceSource } from './price-source.ts'

const now = new Date('2026-09-04T12:00:00Z')
const ethTicker = '/products/ETH-USD/ticker'
const euroSpot = '/v2/prices/EUR-USD/spot'

let server: CannedServer
let coinbase: PriceSource

beforeEach(async () => {
  server = await startCannedServer()
  coinbase = coinbaseSource(() => now, { exchangeUrl: server.url, spotUrl: server.url })
})

function ticker(price: unknown, time = '2026-09-04T11:59:58.123456Z') {
  const numbers = { trade_id: 4729088, size: '0.193', bid: '2448.05', ask: '2448.10' }
  return { body: JSON.stringify({ ...numbers, price, time, volume: '5957.1' }) }
}
const spot = (amount: unknown) => ({
  body: JSON.stringify({ data: { amount, base: 'EUR', currency: 'USD' } }),
})

describe('Coinbase', () => {
  it('prices coins by the last trade, currencies by its spot price', async () => {
    server.responses.set(ethTicker, ticker('2448.09'))
    server.responses.set(euroSpot, spot('1.0850'))
    expect(await coinbase.read(['ETH/USD', 'EUR/USD', 'USDC/USD'])).toEqual([
      {
        pair: 'ETH/USD',
        source: 'Coinbase',
        vote: 'Coinbase',
        price: '2448.09',
        updatedAt: new Date('2026-09-04T11:59:58.123Z'),
        maxAgeSeconds: 300,
      },
      {
        pair: 'EUR/USD',
        source: 'Coinbase',
        vote: 'Coinbase',
        price: '1.0850',
        updatedAt: now,
        maxAgeSeconds: 300,
      },
    ])
    expect(server.requests.map(({ path }) => path).sort()).toEqual([ethTicker, euroSpot])
    expect(server.requests[0]?.headers['user-agent']).toBe('quittance')
  })

  it('says what it prices', () => {
    expect(coinbase.pairs).toEqual(expect.arrayContaining(['ETH/USD', 'POL/USD', 'CHF/USD']))
    expect(coinbase.pairs).not.toContain('USDC/USD')
    expect(coinbase.currencies).toEqual(['EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'CHF'])
  })

  it('is not believed about a market that rests, nor from a cache on the way', async () => {
    server.responses.set(ethTicker, ticker('2448.09', '2026-09-04T11:54:59Z'))
    server.responses.set(euroSpot, { ...spot('1.085'), headers: { age: '301' } })
    const readings = await coinbase.read(['ETH/USD', 'EUR/USD'])
    expect(readings).toHaveLength(2)
    for (const reading of readings) {
      expect(medianPrice([reading], { now, minimumSources: 1 })).toBeUndefined()
    }
  })

  it('leaves out what it cannot price, and fails if that is everything', async () => {
    server.responses.set(ethTicker, ticker('2448.09'))
    expect(await coinbase.read(['ETH/USD', 'BNB/USD'])).toMatchObject([{ pair: 'ETH/USD' }])
    await expect(coinbase.read(['BNB/USD'])).rejects.toThrow('Coinbase gave no price')
  })

  it.each([
    ['a number', ticker(2448.09)],
    ['an exponent', ticker('2.4e3')],
    ['a sign', ticker('-2448.09')],
    ['nothing', ticker('')],
    ['no time', { body: '{"price":"2448.09"}' }],
    ['a page', { body: '<html>' }],
    ['a refusal', { status: 429, body: '{"message":"Public rate limit exceeded"}' }],
    ['a price of 13 digits', ticker('1000000000000')],
    ['a price beyond all numbers', { body: '{"price":1e400,"time":"2026-09-04T11:59:58Z"}' }],
    ['no date', ticker('2448.09', '2026-02-30T00:00:00Z')],
    ['more than 64 KiB', { body: `${ticker('2448.09').body}${' '.repeat(64 * 1024)}` }],
    ['another place', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
  ])('that responds with %s has no price', async (_, answer) => {
    server.responses.set(ethTicker, answer)
    await expect(coinbase.read(['ETH/USD'])).rejects.toBeInstanceOf(AggregateError)
  })

  it.each(['1e400', '-1', 'Infinity', '9'.repeat(400)])('has no price of age %s', async (age) => {
    server.responses.set(euroSpot, { ...spot('1.085'), headers: { age } })
    await expect(coinbase.read(['EUR/USD'])).rejects.toMatchObject({
      errors: [{ message: /impossible Age/ }],
    })
  })

  it('that never responds times out', async () => {
    server.responses.set(ethTicker, 'never')
    await expect(coinbase.read(['ETH/USD'])).rejects.toMatchObject({
      errors: [{ name: 'TimeoutError' }],
    })
  })
})
