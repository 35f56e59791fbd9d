import type { PriceReading } from './price-reading.ts'
import type { PriceSource } from './price-source.ts'
import type { PriceVoter } from './price-voters.ts'

export type ExchangeQuote = Pick<PriceReading, 'price' | 'updatedAt'>

/** Trades of a liquid pair come every few seconds; a market that rests is no source. */
const maxAgeSeconds = 300

/**
 * An exchange as a source of prices: a request per pair, all at once. A pair it gives no price for is left out; it
 * throws where it gives none at all. `quote` throws where there is no price of its pair.
 */
export function exchangeSource(
  exchange: PriceVoter,
  quote: (pair: string) => Promise<ExchangeQuote>,
): PriceSource {
  const { name, vote } = exchange
  return {
    ...exchange,
    async read(pairs) {
      const known = pairs.filter((pair) => exchange.pairs.includes(pair))
      const answers = await Promise.allSettled(
        known.map(async (pair) => ({
          ...{ pair, source: name, vote, maxAgeSeconds },
          ...(await quote(pair)),
        })),
      )
      const quotes = answers.flatMap((a) => (a.status === 'fulfilled' ? a.value : []))
      const failures = answers.flatMap((a) => (a.status === 'rejected' ? [a.reason] : []))
      if (quotes.length || !failures.length) return quotes
      throw new AggregateError(failures, `${name} gave no price`)
    },
  }
}
