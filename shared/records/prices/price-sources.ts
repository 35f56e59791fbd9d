import type { ChainClient } from '../../chain/open-chain.ts'
import { coinbaseSource } from './coinbase-source.ts'
import { feedSource } from './feed-source.ts'
import { krakenSource } from './kraken-source.ts'
import type { PriceSource } from './price-source.ts'
import { priceVoters } from './price-voters.ts'

/** The sources to read, and how many votes must agree. */
export type PriceSources = { sources: readonly PriceSource[]; minimumSources: number }

/** The sources of an instance with these chains. */
export function priceSources(chains: readonly ChainClient[], now: () => Date): PriceSources {
  const voters = priceVoters(chains.map(({ chain }) => chain))
  const feeds = chains.map((client) => feedSource(client, now))
  const counts = ({ name }: PriceSource) => voters.sources.some((voter) => voter.name === name)
  return {
    sources: [...feeds, coinbaseSource(now), krakenSource(now)].filter(counts),
    minimumSources: voters.minimumSources,
  }
}
