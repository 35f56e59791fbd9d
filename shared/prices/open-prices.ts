import { peggedSymbols } from '../chain/chains.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import type { Table } from '../kernel/store/table.ts'
import type { PriceDeps } from './current-prices.ts'
import { priceSources } from './price-sources.ts'
import { loadPegReadings, savePegReadings } from './store/peg-readings.ts'
import { loadPrices, savePrice } from './store/prices.ts'

/** What was read of the table or the sources a moment ago. */
type PriceMemory = { prices: PriceDeps['prices']['memory']; pegs: PriceDeps['pegs']['memory'] }

export type OpenPrices = {
  table: Table
  chains: readonly ChainClient[]
  now: () => Date
  memory?: PriceMemory
}

export function priceMemory(): PriceMemory {
  return { prices: new Map(), pegs: new Map() }
}

/** The price sources of an instance, with their cache in the table and in memory. Have one memory per process. */
export function openPrices({ table, chains, now, memory = priceMemory() }: OpenPrices): PriceDeps {
  return {
    ...priceSources(chains, now),
    stablecoins: peggedSymbols(chains.map(({ chain }) => chain)),
    prices: {
      load: (pairs) => loadPrices(table, pairs),
      save: (price) => savePrice(table, price),
      memory: memory.prices,
    },
    pegs: {
      load: (pairs) => loadPegReadings(table, pairs),
      save: (peg) => savePegReadings(table, peg),
      memory: memory.pegs,
    },
    now,
  }
}
