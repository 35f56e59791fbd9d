import * as z from 'zod'
import { parseDecimal } from '../../kernel/money.ts'
import { type ExchangeQuote, exchangeSource } from './exchange-source.ts'
import type { PriceSource } from './price-source.ts'
import { kraken } from './price-voters.ts'
import { decimalText, readJson } from './read-json.ts'

const priceFirst = z.lazy(() => z.tuple([z.string().regex(decimalText)]).rest(z.unknown()))

/** Errors have status 200 too. The single result is named by Kraken's own scheme, such as XETHZUSD. */
const tickerResponse = z.lazy(() =>
  z.object({
    error: z.array(z.string()),
    result: z
      .record(z.string(), z.object({ a: priceFirst, b: priceFirst, c: priceFirst }))
      .default({}),
  }),
)

/**
 * Kraken: the last trade, or the closer of ask and bid if the market has moved past it. The order book is current, so
 * the price is as well.
 */
export function krakenSource(
  now: () => Date,
  { url = 'https://api.kraken.com' }: { url?: string } = {},
): PriceSource {
  const quote = async (pair: string): Promise<ExchangeQuote> => {
    const name = pair.replace('/', '')
    const { data, madeAt } = await readJson(
      `${url}/0/public/Ticker?pair=${name}`,
      tickerResponse,
      now,
    )
    const [ticker, ...others] = Object.values(data.result)
    if (data.error.length || !ticker || others.length) {
      throw new Error(`Kraken has no price of ${name}: ${data.error.join(', ')}`)
    }
    return { price: middleOf([ticker.a[0], ticker.b[0], ticker.c[0]]), updatedAt: madeAt }
  }
  return exchangeSource(kraken, quote)
}

function middleOf(prices: readonly [string, string, string]): string {
  const [, middle] = prices.toSorted((a, b) => (unitsOf(a) < unitsOf(b) ? -1 : 1))
  return middle ?? prices[2]
}

function unitsOf(price: string): bigint {
  const value = parseDecimal(price, 20)
  return value ? value.units * 10n ** BigInt(20 - value.scale) : 0n
}
