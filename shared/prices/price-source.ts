import type { PriceReading } from './median-price.ts'

/** Somewhere prices come from: a chain's feeds, an exchange. */
export type PriceSource = {
  name: string
  /** Such as ETH/USD and EUR/USD. */
  pairs: readonly string[]
  /** The fiat currencies among them. */
  currencies: readonly string[]
  /** Reads those of `pairs` that it has an answer for. Throws where it gives none at all. */
  read: (pairs: readonly string[]) => Promise<readonly (PriceReading & { pair: string })[]>
}
