import type { ChainClient } from '../chain/open-chain.ts'
import { loadPrices, savePrice } from '../store/prices.ts'
import type { Table } from '../store/table.ts'
import type { PriceDeps } from './current-prices.ts'
import { feedSource } from './feed-source.ts'

export type OpenPrices = { table: Table; chains: readonly ChainClient[]; now: () => Date }

/**
 * The price sources of an instance, with their cache in the table and in memory: open it once per process. Prices are
 * those of real markets for both modes, so the feeds of public test networks do not count.
 */
export function openPrices({ table, chains, now }: OpenPrices): PriceDeps {
  const trusted = chains.filter(({ chain }) => chain.network !== 'testnet')
  const isLocal = trusted.every(({ chain }) => chain.network === 'local')
  return {
    sources: trusted.map((client) => feedSource(client, now)),
    minimumSources: isLocal ? 1 : 2,
    store: {
      load: (pairs) => loadPrices(table, pairs),
      save: (price) => savePrice(table, price),
    },
    memory: new Map(),
    now,
  }
}
