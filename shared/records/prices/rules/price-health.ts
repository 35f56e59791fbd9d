export const priceStates = ['agreed', 'not_agreed', 'off_peg', 'unknown_peg'] as const

/** The state of a pair's price, from the table alone: calls no source. */
export type PriceHealth = {
  /** Such as `ETH/USD`. */
  pair: string
  /** The last one agreed on; of a stablecoin, the latest of any source. */
  price: string | null
  /** When it was agreed on; of a stablecoin, when its sources were last read. */
  at: Date
  /**
   * `not_agreed`: its sources were read since then, and did not agree. `off_peg`: a source says that a stablecoin is
   * not worth 1 USD. `unknown_peg`: no source has a recent price of a stablecoin.
   */
  state: (typeof priceStates)[number]
  /** The last price of each source, and when the source set it. */
  sources: readonly { source: string; price: string; updatedAt: Date }[]
}

/** The unit of a pair's price: `USD` of `ETH/USD`. */
export function unitOf(pair: string): string {
  return pair.slice(pair.indexOf('/') + 1)
}
