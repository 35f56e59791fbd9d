import type { Chain } from '../../chain/chain.ts'
import { peggedSymbols } from '../../chain/chains.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { PriceDeps } from './current-prices.ts'
import { priceVoters } from './price-voters.ts'
import { loadPegReadings } from './store/peg-readings.ts'
import { loadPrices } from './store/prices.ts'

type PriceMemory = { prices: PriceDeps['prices']['memory']; pegs: PriceDeps['pegs']['memory'] }

export type OpenPrices = Pick<PriceDeps, 'refresh' | 'now'> & {
  table: Table
  chains: readonly Chain[]
  memory?: PriceMemory
}

export function priceMemory(): PriceMemory {
  return { prices: new Map(), pegs: new Map() }
}

/** The stored prices of an instance with these chains. Have one memory per process. */
export function openPrices({
  table,
  chains,
  memory = priceMemory(),
  ...rest
}: OpenPrices): PriceDeps {
  return {
    ...priceVoters(chains),
    stablecoins: peggedSymbols(chains),
    prices: {
      load: (pairs, reading) => loadPrices(table, pairs, reading),
      memory: memory.prices,
    },
    pegs: {
      load: (pairs, reading) => loadPegReadings(table, pairs, reading),
      memory: memory.pegs,
    },
    ...rest,
  }
}
