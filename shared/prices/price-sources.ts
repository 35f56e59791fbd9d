import type { ChainClient } from '../chain/open-chain.ts'
import { coinbaseSource } from './coinbase-source.ts'
import { feedSource } from './feed-source.ts'
import { krakenSource } from './kraken-source.ts'
import type { PriceSource } from './price-source.ts'

/** Who is asked for prices, and how many votes have to agree. */
export type PriceSources = { sources: readonly PriceSource[]; minimumSources: number }

/**
 * Prices are those of real markets for both modes: as soon as a public chain is enabled, exchanges are asked beside the
 * mainnets' feeds, which are one vote together, and two votes have to agree. Feeds of test networks, and then of local chains, do not count.
 */
export function priceSources(chains: readonly ChainClient[], now: () => Date): PriceSources {
  const isLocal = chains.every(({ chain }) => chain.network === 'local')
  const trusted = chains.filter(({ chain }) => isLocal || chain.network === 'mainnet')
  const exchanges = isLocal ? [] : [coinbaseSource(now), krakenSource(now)]
  return {
    sources: [...trusted.map((client) => feedSource(client, now)), ...exchanges],
    minimumSources: isLocal ? 1 : 2,
  }
}
