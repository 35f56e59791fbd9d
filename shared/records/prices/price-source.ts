import type { PriceReading } from './price-reading.ts'
import type { PriceVoter } from './price-voters.ts'

export type PairReading = PriceReading & { pair: string }

/** A source of prices: a chain's feeds or an exchange. */
export type PriceSource = PriceVoter & {
  /** Reads those of `pairs` that it has a price for. Throws if it has none at all. */
  read: (pairs: readonly string[]) => Promise<readonly PairReading[]>
}
