import type { PriceReading } from './price-reading.ts'
import type { PriceSource } from './price-source.ts'
import type { PriceVoter } from './price-voters.ts'

export type ExchangeQuote = Pick<PriceReading, 'price' | 'updatedAt'>

/** A liquid pair trades every few seconds; an inactive market can't be used. */
const maxAgeSeconds = 300

/**
 * An exchange as a price source, with one request per pair, all at once. Pairs without a price are left out; it throws
 * if there is no price at all. `quote` throws if its pair has no price.
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
      const results = await Promise.allSettled(
        known.map(async (pair) => ({
          pair,
          source: name,
          vote,
          maxAgeSeconds,
          ...(await quote(pair)),
        })),
      )
      const quotes = results.flatMap((a) => (a.status === 'fulfilled' ? a.value : []))
      const failures = results.flatMap((a) => (a.status === 'rejected' ? [a.reason] : []))
      if (quotes.length || !failures.length) return quotes
      throw new AggregateError(failures, `${name} gave no price`)
    },
  }
}
