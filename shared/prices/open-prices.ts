import { peggedSymbols } from '../chain/chains.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import type { Table } from '../kernel/store/table.ts'
import type { PriceDeps } from './current-prices.ts'
import { priceSources } from './price-sources.ts'
import { loadPegReadings, savePegReadings } from './store/peg-readings.ts'
import { loadPrices, savePrice } from './store/prices.ts'

export type OpenPrices = { table: Table; chains: readonly ChainClient[]; now: () => Date }

/** The price sources of an instance, with their cache in the table and in memory. Open it once per process. */
export function openPrices({ table, chains, now }: OpenPrices): PriceDeps {
  return {
    ...priceSources(chains, now),
    stablecoins: peggedSymbols(chains.map(({ chain }) => chain)),
    prices: {
      load: (pairs) => loadPrices(table, pairs),
      save: (price) => savePrice(table, price),
      memory: new Map(),
    },
    pegs: {
      load: (pairs) => loadPegReadings(table, pairs),
      save: (peg) => savePegReadings(table, peg),
      memory: new Map(),
    },
    now,
  }
}
