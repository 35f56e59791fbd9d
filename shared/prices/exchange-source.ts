import type { PriceReading } from './price-reading.ts'
import type { PriceSource } from './price-source.ts'

export type ExchangeQuote = Pick<PriceReading, 'price' | 'updatedAt'>

/** Such as ETH/USD → how the exchange names it. */
type ExchangePairs = Readonly<Record<string, string>>

type Exchange = {
  name: string
  coins: ExchangePairs
  fiats: ExchangePairs
  /** One pair by the exchange's own name. Throws where it gives no price. */
  quote: (pairName: string) => Promise<ExchangeQuote>
}

/** Trades of a liquid pair come every few seconds; a market that rests is no source. */
const maxAgeSeconds = 300

/**
 * An exchange as a source of prices: a request per pair, all at once. A pair it gives no price for is left out; it
 * throws where it gives none at all.
 */
export function exchangeSource({ name, coins, fiats, quote }: Exchange): PriceSource {
  const names: ExchangePairs = { ...coins, ...fiats }
  return {
    name,
    vote: name,
    pairs: Object.keys(names),
    currencies: Object.keys(fiats).map((pair) => pair.replace(/\/USD$/, '')),
    async read(pairs) {
      const known = pairs.flatMap((pair) => {
        const pairName = names[pair]
        return pairName === undefined ? [] : [{ pair, pairName }]
      })
      const answers = await Promise.allSettled(
        known.map(async ({ pair, pairName }) => ({
          ...{ pair, source: name, vote: name, maxAgeSeconds },
          ...(await quote(pairName)),
        })),
      )
      const quotes = answers.flatMap((a) => (a.status === 'fulfilled' ? a.value : []))
      const failures = answers.flatMap((a) => (a.status === 'rejected' ? [a.reason] : []))
      if (quotes.length || !failures.length) return quotes
      throw new AggregateError(failures, `${name} gave no price`)
    },
  }
}
