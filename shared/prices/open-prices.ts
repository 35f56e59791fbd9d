import type { ChainClient } from '../chain/open-chain.ts'
import { loadPrices, savePrice } from '../store/prices.ts'
import type { Table } from '../store/table.ts'
import { coinbaseSource } from './coinbase-source.ts'
import type { PriceDeps } from './current-prices.ts'
import { feedSource } from './feed-source.ts'
import { krakenSource } from './kraken-source.ts'

export type OpenPrices = { table: Table; chains: readonly ChainClient[]; now: () => Date }

/**
 * The price sources of an instance, with their cache in the table and in memory: open it once per process. Prices are
 * those of real markets for both modes: as soon as a public chain is enabled, exchanges are asked beside the mainnets'
 * feeds and two sources have to agree. Feeds of test networks, and then of local chains, do not count.
 */
export function openPrices({ table, chains, now }: OpenPrices): PriceDeps {
  const isLocal = chains.every(({ chain }) => chain.network === 'local')
  const trusted = chains.filter(({ chain }) => isLocal || chain.network === 'mainnet')
  const exchanges = isLocal ? [] : [coinbaseSource(now), krakenSource(now)]
  return {
    sources: [...trusted.map((client) => feedSource(client, now)), ...exchanges],
    minimumSources: isLocal ? 1 : 2,
    store: {
      load: (pairs) => loadPrices(table, pairs),
      save: (price) => savePrice(table, price),
    },
    memory: new Map(),
    now,
  }
}
