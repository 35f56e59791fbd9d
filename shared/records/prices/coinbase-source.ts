import * as z from 'zod'
import { type ExchangeQuote, exchangeSource } from './exchange-source.ts'
import type { PriceSource } from './price-source.ts'
import { coinbase } from './price-voters.ts'
import { decimalText, readJson } from './read-json.ts'
import { usdPair } from './usd-pair.ts'

const ticker = z.lazy(() =>
  z.object({ price: z.string().regex(decimalText), time: z.iso.datetime() }),
)
const spot = z.lazy(() => z.object({ data: z.object({ amount: z.string().regex(decimalText) }) }))

const servers = {
  exchangeUrl: 'https://api.exchange.coinbase.com',
  spotUrl: 'https://api.coinbase.com',
}

/**
 * Coinbase: for coins the last trade of its exchange, with its time; for currencies its spot price, valid at the time
 * of the response.
 */
export function coinbaseSource(
  now: () => Date,
  { exchangeUrl, spotUrl }: typeof servers = servers,
): PriceSource {
  const lastTrade = async (product: string): Promise<ExchangeQuote> => {
    const { data } = await readJson(`${exchangeUrl}/products/${product}/ticker`, ticker, now)
    return { price: data.price, updatedAt: new Date(data.time) }
  }
  const spotPrice = async (pair: string): Promise<ExchangeQuote> => {
    const { data, madeAt } = await readJson(`${spotUrl}/v2/prices/${pair}/spot`, spot, now)
    return { price: data.data.amount, updatedAt: madeAt }
  }
  const fiatPairs = coinbase.currencies.map(usdPair)
  return exchangeSource(coinbase, (pair) => {
    const product = pair.replace('/', '-')
    return fiatPairs.includes(pair) ? spotPrice(product) : lastTrade(product)
  })
}
