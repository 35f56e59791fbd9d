import type { PriceReading } from './price-reading.ts'

export type PairReading = PriceReading & { pair: string }

/** Somewhere prices come from: a chain's feeds, an exchange. */
export type PriceSource = {
  name: string
  /** Sources of one vote count as one. */
  vote: string
  /** Such as ETH/USD and EUR/USD. */
  pairs: readonly string[]
  /** The fiat currencies among them. */
  currencies: readonly string[]
  /** Reads those of `pairs` that it has a price of. Throws if it gives none at all. */
  read: (pairs: readonly string[]) => Promise<readonly PairReading[]>
}
