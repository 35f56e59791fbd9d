import type { Chain } from '../chain/chain.ts'
import { usdPair } from './usd-pair.ts'

/** What is known of a source of prices without asking it. */
export type PriceVoter = {
  name: string
  /** Sources of one vote count as one. */
  vote: string
  /** Such as ETH/USD and EUR/USD. */
  pairs: readonly string[]
  /** The fiat currencies among them. */
  currencies: readonly string[]
}

/** Whose prices count, and how many votes have to agree. */
export type PriceVoters = { sources: readonly PriceVoter[]; minimumSources: number }

/** USDC is not traded against the dollar there. */
export const coinbase = exchange('Coinbase', {
  coins: ['ETH', 'AVAX', 'BNB', 'POL', 'USDT', 'DAI'],
  currencies: ['EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'CHF'],
})

export const kraken = exchange('Kraken', {
  coins: ['ETH', 'AVAX', 'BNB', 'POL', 'USDC', 'USDT', 'DAI'],
  currencies: ['EUR', 'GBP', 'AUD'],
})

/** One oracle network stands behind the feeds on every chain, and often one node provider: they are one vote. */
export function feedVoter({ chainId, feeds }: Chain): PriceVoter {
  return {
    name: `feeds of chain ${chainId}`,
    vote: 'feeds',
    pairs: Object.keys(feeds),
    currencies: Object.entries(feeds).flatMap(([pair, { market }]) =>
      market === 'fx' ? [pair.replace(/\/USD$/, '')] : [],
    ),
  }
}

/**
 * Prices are those of real markets for both modes: as soon as a public chain is enabled, exchanges are asked beside the
 * mainnets' feeds, and two votes have to agree. Feeds of test networks, and then of local chains, do not count.
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
