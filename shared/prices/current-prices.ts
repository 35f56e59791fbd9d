import { medianPrice } from './median-price.ts'
import { type PegReadings, withRead } from './peg-readings.ts'
import type { PriceReading } from './price-reading.ts'
import type { PriceSource } from './price-source.ts'
import { readSources, type SourcesRead } from './read-sources.ts'
import { usdPair } from './usd-pair.ts'

/** A price and when its sources agreed on it. */
type AgreedPrice = { pair: string; price: string; agreedAt: Date }

/** The cache of one kind of value between invocations. */
type Cache<Figure> = {
  load: (pairs: readonly string[]) => Promise<readonly Figure[]>
  save: (figure: Figure) => Promise<void>
  /** Latest by pair, kept as long as the process lives. */
  memory: Map<string, Figure>
}

export type PriceDeps = {
  sources: readonly PriceSource[]
  /** How many votes must agree: two, or one if every source is a chain on this machine. */
  minimumSources: number
  /** Symbols of the USD stablecoins on the enabled chains. */
  stablecoins: readonly string[]
  prices: Cache<AgreedPrice>
  pegs: Cache<PegReadings>
  now: () => Date
}

const freshSeconds = 60

export type CurrentPrices = {
  /** The latest agreed prices by pair, of any age. */
  prices: ReadonlyMap<string, AgreedPrice>
  /** The latest readings of each stablecoin by pair, of any age. */
  pegs: ReadonlyMap<string, PegReadings>
  /** The errors, if nothing newer could be read. */
  failures: unknown[]
}

/**
 * The latest agreed price of each pair, and the readings of the stablecoins: from memory or the table if at most 60 s
 * old, otherwise from all sources at once (1.5 s), otherwise the last known values. The caller checks their age.
 * Stablecoins that aren't needed are only read along with prices.
 */
export async function currentPrices(
  deps: PriceDeps,
  pairs: readonly string[],
  { needsPegs }: { needsPegs: boolean },
): Promise<CurrentPrices> {
  const { now } = deps
  const pegPairs = deps.stablecoins.map(usdPair)
  const asked = pairs.filter((pair) => !pegPairs.includes(pair))
  const [stalePrices, stalePegs] = await Promise.all([
    stillStale(deps.prices, asked, (price) => ageSeconds(price?.agreedAt, now()) > freshSeconds),
    stillStale(deps.pegs, pegPairs, (peg) => ageSeconds(peg?.readAt, now()) > freshSeconds),
  ])
  const isStale = stalePrices.length > 0 || (needsPegs && stalePegs.length > 0)
  const failures = isStale ? await refresh(deps, stalePrices, stalePegs) : []
  return {
    prices: known(deps.prices.memory, asked),
    pegs: known(deps.pegs.memory, pegPairs),
    failures,
  }
}

/** Infinite if there is no time. */
export function ageSeconds(at: Date | undefined, now: Date): number {
  return at ? (now.getTime() - at.getTime()) / 1000 : Number.POSITIVE_INFINITY
}

/** Reads stale pairs from the table, where another process may have refreshed them. Returns those still stale. */
async function stillStale<Figure extends { pair: string }>(
  { memory, load }: Cache<Figure>,
  pairs: readonly string[],
  isStale: (figure: Figure | undefined) => boolean,
): Promise<string[]> {
  const isStalePair = (pair: string) => isStale(memory.get(pair))
  for (const figure of await load(pairs.filter(isStalePair))) {
    if (isStalePair(figure.pair)) memory.set(figure.pair, figure)
  }
  return pairs.filter(isStalePair)
}

function known<Figure>(
  memory: ReadonlyMap<string, Figure>,
  pairs: readonly string[],
): ReadonlyMap<string, Figure> {
  return new Map(
    pairs.flatMap((pair) => {
      const figure = memory.get(pair)
      return figure ? [[pair, figure] as const] : []
    }),
  )
}

async function refresh(
  deps: PriceDeps,
  stalePrices: readonly string[],
  stalePegs: readonly string[],
): Promise<unknown[]> {
  const read = await readSources(deps.sources, [...stalePrices, ...stalePegs])
  const pegs = stalePegs.flatMap((pair) => pegRead(deps, pair, read) ?? [])
  const agreements = stalePrices.map((pair) => agreement(deps, pair, read))
  const agreed = agreements.flatMap(({ price }) => price ?? [])
  await Promise.all([
    ...agreed.map((price) => keep(deps.prices, price)),
    ...pegs.map((peg) => keep(deps.pegs, peg)),
  ])
  return [...read.failures, ...agreements.flatMap(({ failure }) => failure ?? [])]
}

async function keep<Figure extends { pair: string }>(
  { memory, save }: Cache<Figure>,
  figure: Figure,
): Promise<void> {
  memory.set(figure.pair, figure)
  await save(figure)
}

function pegRead(
  { pegs, sources, now }: PriceDeps,
  pair: string,
  { readings }: SourcesRead,
): PegReadings | undefined {
  const ofPair = readings.filter((reading) => reading.pair === pair)
  // Without any reading, the known ones stay, and the next order tries again.
  if (!ofPair.length) return undefined
  return withRead(pegs.memory.get(pair), { pair, readings: ofPair, readAt: now() }, sources)
}

function agreement(
  { minimumSources, now }: PriceDeps,
  pair: string,
  { readings }: SourcesRead,
): { price?: AgreedPrice; failure?: Error } {
  const ofPair = readings.filter((reading) => reading.pair === pair)
  const price = medianPrice(ofPair, { now: now(), minimumSources })
  if (price !== undefined) return { price: { pair, price, agreedAt: now() } }
  return { failure: new Error(`no agreement on ${pair}: ${describe(ofPair)}`) }
}

function describe(readings: readonly PriceReading[]): string {
  const said = readings.map((r) => `${r.source} ${r.price} of ${timeOf(r)}`)
  return said.join(', ') || 'no source has a price'
}

function timeOf({ updatedAt }: PriceReading): string {
  return Number.isNaN(updatedAt.getTime()) ? 'an impossible time' : updatedAt.toISOString()
}
