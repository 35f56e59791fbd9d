import { peggedSymbols } from '../../chain/chains.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { Table } from '../../kernel/store/table.ts'
import { ageSeconds, disputedSeconds, freshSeconds, isCurrentPeg } from './current-prices.ts'
import { medianPrice } from './median-price.ts'
import { type PegReadings, withRead } from './peg-readings.ts'
import { pegState } from './peg-state.ts'
import { freshReadings, type PriceReading } from './price-reading.ts'
import { type PriceSources, priceSources } from './price-sources.ts'
import { readSources, type SourcesRead } from './read-sources.ts'
import { loadPegReadings, savePegReadings } from './store/peg-readings.ts'
import {
  type AgreedPrice,
  loadPrices,
  type SourcePrice,
  saveDisagreement,
  savePrice,
} from './store/prices.ts'
import { usdPair } from './usd-pair.ts'

export type RefreshPricesDeps = PriceSources & {
  /** Symbols of the USD stablecoins on the enabled chains. */
  stablecoins: readonly string[]
  table: Table
  now: () => Date
}

/** The dependencies of an instance with these chains. */
export function refreshPricesDeps(
  chains: readonly ChainClient[],
  { table, now }: Pick<RefreshPricesDeps, 'table' | 'now'>,
): RefreshPricesDeps {
  const stablecoins = peggedSymbols(chains.map(({ chain }) => chain))
  return { ...priceSources(chains, now), stablecoins, table, now }
}

/**
 * Reads all sources at once (1.5 s) for those of `pairs` that they have, and for the stablecoins, unless what is stored
 * is at most 60 s old, because another request was first, or they did not agree a moment ago. Stores what they agree on.
 * Returns why something isn't newer.
 */
export async function refreshPrices(
  deps: RefreshPricesDeps,
  pairs: readonly string[],
): Promise<unknown[]> {
  const { table, sources } = deps
  const { prices, disputed, pegs, before, earlier } = await stalePairs(deps, pairs)
  const read = await readSources(sources, [...prices, ...pegs])
  const agreements = prices.map((pair) => agreement(deps, earlier.get(pair), { pair, read }))
  const pegsRead = pegs.flatMap((pair) => pegRead(deps, before.get(pair), { pair, read }) ?? [])
  await Promise.all([
    ...agreements.flatMap(({ price }) => (price ? [savePrice(table, price)] : [])),
    ...agreements.flatMap(({ disputed }) => (disputed ? [saveDisagreement(table, disputed)] : [])),
    ...pegsRead.map((peg) => savePegReadings(table, peg)),
  ])
  return [...read.failures, ...disputed, ...agreements.flatMap(({ failure }) => failure ?? [])]
}

type Stale = {
  prices: string[]
  /** For pairs that are not read again yet. */
  disputed: Error[]
  pegs: string[]
  before: ReadonlyMap<string, PegReadings>
  earlier: ReadonlyMap<string, AgreedPrice>
}

async function stalePairs(
  { sources, stablecoins, table, now }: RefreshPricesDeps,
  pairs: readonly string[],
): Promise<Stale> {
  const pegPairs = stablecoins.map(usdPair)
  const known = new Set(sources.flatMap((source) => source.pairs))
  const asked = [...new Set(pairs)].filter((pair) => known.has(pair) && !pegPairs.includes(pair))
  const [prices, pegs] = await Promise.all([
    loadPrices(table, asked, { consistent: true }),
    loadPegReadings(table, pegPairs, { consistent: true }),
  ])
  const isFresh = (at: Date) => ageSeconds(at, now()) <= freshSeconds
  const fresh = new Set([
    ...prices.flatMap(({ pair, agreedAt }) => (isFresh(agreedAt) ? [pair] : [])),
    ...pegs.flatMap((peg) => (isCurrentPeg(peg, now()) ? [peg.pair] : [])),
  ])
  const isStale = (pair: string) => !fresh.has(pair)
  const before = new Map(pegs.map((peg) => [peg.pair, peg]))
  const earlier = new Map(prices.map((price) => [price.pair, price]))
  const disputed = prices.filter(
    ({ pair, readAt }) => isStale(pair) && ageSeconds(readAt, now()) <= disputedSeconds,
  )
  const waiting = new Set(disputed.map(({ pair }) => pair))
  return {
    prices: asked.filter((pair) => isStale(pair) && !waiting.has(pair)),
    disputed: disputed.map(({ pair, readings }) => disagreement(pair, readings)),
    pegs: pegPairs.filter(isStale),
    before,
    earlier,
  }
}

type PairRead = { pair: string; read: SourcesRead }

function pegRead(
  { sources, now }: RefreshPricesDeps,
  before: PegReadings | undefined,
  { pair, read }: PairRead,
): PegReadings | undefined {
  const readAt = now()
  const readings = read.readings.filter((reading) => reading.pair === pair)
  const known = withRead(before, { pair, readings, readAt }, sources)
  // Without any reading, what is known stays, and the next order tries again; that nothing is known is noted.
  if (readings.length === 0 && pegState(known.readings, readAt) !== 'unknown') return undefined
  return known
}

type Agreement = {
  price?: AgreedPrice
  /** The sources' current values for a known price, if they no longer agree. */
  disputed?: Required<Omit<AgreedPrice, 'price'>>
  failure?: Error
}

function agreement(
  { sources, minimumSources, now }: RefreshPricesDeps,
  earlier: AgreedPrice | undefined,
  { pair, read }: PairRead,
): Agreement {
  const ofPair = read.readings.filter((reading) => reading.pair === pair)
  const readAt = now()
  const price = medianPrice(ofPair, { now: readAt, minimumSources })
  const before = earlier?.readings?.filter((one) => sources.some(({ name }) => name === one.source))
  const readings = withLatest(before, freshReadings(ofPair, readAt))
  if (price !== undefined) return { price: { pair, price, agreedAt: readAt, readAt, readings } }
  const failure = disagreement(pair, ofPair)
  if (!earlier) return { failure }
  return { failure, disputed: { pair, agreedAt: earlier.agreedAt, readAt, readings } }
}

/** The last price of each source that still counts: one that fails keeps its earlier one. */
function withLatest(
  before: readonly SourcePrice[] = [],
  read: readonly PriceReading[],
): SourcePrice[] {
  const latest = new Map(before.map((one) => [one.source, one]))
  for (const { source, price, updatedAt } of read) latest.set(source, { source, price, updatedAt })
  return [...latest.values()]
}

function disagreement(pair: string, readings: readonly SourcePrice[] = []): Error {
  const said = readings.map((r) => `${r.source} ${r.price} of ${timeOf(r)}`)
  return new Error(`no agreement on ${pair}: ${said.join(', ') || 'no source has a price'}`)
}

function timeOf({ updatedAt }: SourcePrice): string {
  return Number.isNaN(updatedAt.getTime()) ? 'an impossible time' : updatedAt.toISOString()
}
