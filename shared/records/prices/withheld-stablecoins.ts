import type { Table } from '../../kernel/store/table.ts'
import { currentPrices, type PriceDeps } from './current-prices.ts'
import type { PegReadings } from './peg-readings.ts'
import { pegState } from './peg-state.ts'
import { loadPegReadings } from './store/peg-readings.ts'
import { usdPair } from './usd-pair.ts'

/** Symbols of the USD stablecoins that are not offered now: off their peg, or without a recent price. */
export type WithheldStablecoins = ReadonlySet<string>

/** According to the sources, which are read again if the readings are older than a minute. */
export async function withheldStablecoins(deps: PriceDeps): Promise<WithheldStablecoins> {
  // Pricing the order needs ETH/USD as well, so it is read at the same time.
  const { pegs } = await currentPrices(deps, ['ETH/USD'], { needsPegs: true })
  return withheld(deps.stablecoins, pegs, deps.now())
}

/** According to the latest stored readings, without reading any source. */
export async function withheldByLatestReadings(
  { table, now }: { table: Table; now: () => Date },
  symbols: readonly string[],
): Promise<WithheldStablecoins> {
  const pegs = await loadPegReadings(table, symbols.map(usdPair))
  return withheld(symbols, new Map(pegs.map((peg) => [peg.pair, peg])), now())
}

function withheld(
  symbols: readonly string[],
  pegs: ReadonlyMap<string, PegReadings>,
  now: Date,
): WithheldStablecoins {
  const stateOf = (symbol: string) => pegState(pegs.get(usdPair(symbol))?.readings ?? [], now)
  return new Set(symbols.filter((symbol) => stateOf(symbol) !== 'holds'))
}
