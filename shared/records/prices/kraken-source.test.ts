import { beforeEach, describe, expect, it } from 'vitest'
import { type CannedServer, startCannedServer } from '../../../test/canned-server.ts'
import { krakenSource } from './kraken-source.ts'
import type { PriceSource } from './price-source.ts'
import { readSources } from './read-sources.ts'

const now = new Date('2026-09-04T12:00:00Z')
const ethTicker = '/0/public/Ticker?pair=ETHUSD'

let server: CannedServer
let kraken: PriceSource

beforeEach(async () => {
  server = await startCannedServer()
  kraken = krakenSource(() => now, { url: server.url })
})

type Quote = { ask: unknown; bid: unknown; last: unknown }

function ticker({ ask, bid, last }: Quote) {
  const XETHZUSD = {
    a: [ask, '1', '1.000'],
    b: [bid, '48', '48.000'],
    c: [last, '0.04041'],
    t: [25, 43_611],
    o: '2415.50000',
  }
  return { body: JSON.stringify({ error: [], result: { XETHZUSD } }) }
}

const said = async (quote: Quote) => {
  server.responses.set(ethTicker, ticker(quote))
  const [reading] = await kraken.read(['ETH/USD'])
  return reading?.price
}

describe('Kraken', () => {
  it('prices a pair by its last trade, whatever the pair is called in the response', async () => {
    server.responses.set(ethTicker, ticker({ ask: '2430.59', bid: '2430.57', last: '2430.58000' }))
    expect(await kraken.read(['ETH/USD', 'JPY/USD'])).toEqual([
      {
        pair: 'ETH/USD',
        source: 'Kraken',
        vote: 'Kraken',
        price: '2430.58000',
        updatedAt: now,
        maxAgeSeconds: 300,
      },
    ])
  })

  it('does not hold on to a trade that the market has left behind', async () => {
    expect(await said({ ask: '2200.10', bid: '2200.00', last: '2430.58' })).toBe('2200.10')
    expect(await said({ ask: '10200.10', bid: '9999.9', last: '2430.58' })).toBe('9999.9')
  })

  it('gives the pairs it has although one hangs', async () => {
    server.responses.set(ethTicker, ticker({ ask: '2430.59', bid: '2430.57', last: '2430.58000' }))
    server.responses.set('/0/public/Ticker?pair=USDCUSD', 'never')
    const { readings, failures } = await readSources([kraken], ['ETH/USD', 'USDC/USD'])
    expect({ readings, failures }).toMatchObject({ readings: [{ pair: 'ETH/USD' }], failures: [] })
  })

  it('says what it prices', () => {
    expect(kraken.pairs).toEqual(expect.arrayContaining(['ETH/USD', 'USDC/USD', 'GBP/USD']))
    expect(kraken.currencies).toEqual(['EUR', 'GBP', 'AUD'])
  })

  it.each([
    ['a failure', { body: '{"error":["EQuery:Unknown asset pair"]}' }],
    [
      'a failure beside a result',
      { body: ticker({ ask: '1', bid: '1', last: '1' }).body.replace('[]', '["EService:Busy"]') },
    ],
    ['no result', { body: '{"error":[],"result":{}}' }],
    ['numbers', ticker({ ask: 2430.59, bid: 2430.57, last: 2430.58 })],
    ['no prices', { body: '{"error":[],"result":{"XETHZUSD":{"a":[],"b":[],"c":[]}}}' }],
    ['a refusal', { status: 520, body: 'error code: 520' }],
  ])('that responds with %s has no price', async (_, answer) => {
    server.responses.set(ethTicker, answer)
    await expect(kraken.read(['ETH/USD'])).rejects.toThrow('Kraken gave no price')
  })
})
