import type { PriceReading } from './price-reading.ts'
import type { PriceVoter } from './price-voters.ts'

export type PairReading = PriceReading & { pair: string }

/** Somewhere prices come from: a chain's feeds, an exchange. */
export type PriceSource = PriceVoter & {
  /** Reads those of `pairs` that it has a price of. Throws if it gives none at all. */
  read: (pairs: readonly string[]) => Promise<readonly PairReading[]>
}
