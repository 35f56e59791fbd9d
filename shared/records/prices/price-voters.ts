import type { Chain } from '../../chain/chain.ts'
import { usdPair } from './usd-pair.ts'

/** A price source's properties, known without reading it. */
export type PriceVoter = {
  name: string
  /** Sources with the same vote count as one. */
  vote: string
  /** Such as ETH/USD and EUR/USD. */
  pairs: readonly string[]
  /** The fiat currencies among them. */
  currencies: readonly string[]
}

/** The sources whose prices count, and how many votes must agree. */
export type PriceVoters = { sources: readonly PriceVoter[]; minimumSources: number }

/** Coinbase doesn't trade USDC against the dollar. */
export const coinbase = exchange('Coinbase', {
  coins: ['ETH', 'AVAX', 'BNB', 'POL', 'USDT', 'DAI'],
  currencies: ['EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'CHF'],
})

export const kraken = exchange('Kraken', {
  coins: ['ETH', 'AVAX', 'BNB', 'POL', 'USDC', 'USDT', 'DAI'],
  currencies: ['EUR', 'GBP', 'AUD'],
})

/** The feeds on all chains share an oracle network, and often a node provider, so they are one vote. */
export function feedVoter({ name, feeds }: Chain): PriceVoter {
  return {
    name: `Feeds (${name})`,
    vote: 'feeds',
    pairs: Object.keys(feeds),
    currencies: Object.entries(feeds).flatMap(([pair, { market }]) =>
      market === 'fx' ? [pair.replace(/\/USD$/, '')] : [],
    ),
  }
}

/**
 * Both modes use prices of real markets. As soon as a public chain is enabled, exchanges are read as well as the
 * mainnets' feeds, and two votes must agree. Feeds of test networks, and then of local chains, do not count.
 */
export function priceVoters(chains: readonly Chain[]): PriceVoters {
  const isLocal = chains.every(({ network }) => network === 'local')
  const trusted = chains.filter(({ network }) => isLocal || network === 'mainnet')
  return {
    sources: [...trusted.map(feedVoter), ...(isLocal ? [] : [coinbase, kraken])],
    minimumSources: isLocal ? 1 : 2,
  }
}

type Traded = { coins: readonly string[]; currencies: readonly string[] }

function exchange(name: string, { coins, currencies }: Traded): PriceVoter {
  return { name, vote: name, pairs: [...coins, ...currencies].map(usdPair), currencies }
}
