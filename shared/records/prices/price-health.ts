import type { Chain } from '../../chain/chain.ts'
import { peggedSymbols } from '../../chain/chains.ts'
import type { Table } from '../../kernel/store/table.ts'
import { ageSeconds } from './current-prices.ts'
import { pegState } from './peg-state.ts'
import { priceVoters } from './price-voters.ts'
import type { PriceHealth } from './rules/price-health.ts'
import { loadPegReadings } from './store/peg-readings.ts'
import { type AgreedPrice, loadPrices } from './store/prices.ts'
import { usdPair } from './usd-pair.ts'

/** The chains of both modes, whose sources count, and those whose stablecoins matter. */
type Of = { chains: readonly Chain[]; ofMode: readonly Chain[] }

/**
 * Every stored price of what an instance with these chains can be paid in, with the last price of each source: two
 * reads of the table, and no call of a source. A pair that nobody needed yet is left out.
 */
export async function priceHealth(table: Table, { chains, ofMode }: Of): Promise<PriceHealth[]> {
  const pegPairs = peggedSymbols(ofMode).map(usdPair)
  const allPegs = peggedSymbols(chains).map(usdPair)
  const known = priceVoters(chains).sources.flatMap(({ pairs }) => pairs)
  const pairs = [...new Set(known)].filter((pair) => !allPegs.includes(pair))
  const [prices, pegs] = await Promise.all([
    loadPrices(table, pairs),
    loadPegReadings(table, pegPairs),
  ])
  const found = [
    ...prices.map(ofPrice),
    ...pegs.map(({ pair, readings, readAt }): PriceHealth => {
      const latest = readings.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
      // The state when it was read: nobody has needed it since.
      const state = states[pegState(readings, readAt)]
      return { pair, price: latest[0]?.price ?? null, at: readAt, state, sources: [...readings] }
    }),
  ]
  return found.toSorted((a, b) => a.pair.localeCompare(b.pair, 'en'))
}

const states = { holds: 'agreed', broken: 'off_peg', unknown: 'unknown_peg' } as const

/** A single failed reading is nothing: prices are read again with the next payment. */
const toleratedSeconds = 120

function ofPrice({ pair, price, agreedAt, readAt, readings = [] }: AgreedPrice): PriceHealth {
  const isDisputed = readAt !== undefined && ageSeconds(agreedAt, readAt) > toleratedSeconds
  const state = isDisputed ? 'not_agreed' : 'agreed'
  return { pair, price, at: agreedAt, state, sources: [...readings] }
}
