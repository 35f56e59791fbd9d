import { setTimeout } from 'node:timers/promises'
import { medianPrice, type PriceReading } from './median-price.ts'
import type { PriceSource } from './price-source.ts'

/** A price and when its sources agreed on it. */
export type AgreedPrice = { pair: string; price: string; agreedAt: Date }

/** Where agreed prices are kept between invocations. */
type PriceStore = {
  load: (pairs: readonly string[]) => Promise<readonly AgreedPrice[]>
  save: (price: AgreedPrice) => Promise<void>
}

export type PriceDeps = {
  sources: readonly PriceSource[]
  /** How many have to agree: two, or one where every source is a chain of this machine. */
  minimumSources: number
  store: PriceStore
  /** Latest prices by pair, kept as long as the process lives. */
  memory: Map<string, AgreedPrice>
  now: () => Date
}

const freshSeconds = 60
const sourceTimeoutMs = 1500

/** Latest agreed prices by pair, of whatever age, and why no newer one could be had. */
export type CurrentPrices = { prices: ReadonlyMap<string, AgreedPrice>; failures: unknown[] }

/**
 * The latest agreed price of each pair: from memory or store where it is at most 60 s old, else from all sources at
 * once (1.5 s), else whatever was agreed on last. The caller judges its age.
 */
export async function currentPrices(
  deps: PriceDeps,
  pairs: readonly string[],
): Promise<CurrentPrices> {
  const { memory, store } = deps
  const isStale = (pair: string) => ageSeconds(memory.get(pair), deps.now()) > freshSeconds
  for (const price of await store.load(pairs.filter(isStale))) keepNewer(memory, price)
  const stale = pairs.filter(isStale)
  const failures = stale.length ? await refresh(deps, stale) : []
  const known = pairs.flatMap((pair) => memory.get(pair) ?? [])
  return { prices: new Map(known.map((price) => [price.pair, price])), failures }
}

/** Infinite for a price that was never agreed on. */
export function ageSeconds(price: AgreedPrice | undefined, now: Date): number {
  return price ? (now.getTime() - price.agreedAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
}

function keepNewer(memory: PriceDeps['memory'], price: AgreedPrice): void {
  const known = memory.get(price.pair)
  if (!known || price.agreedAt > known.agreedAt) memory.set(price.pair, price)
}

async function refresh(deps: PriceDeps, pairs: readonly string[]): Promise<unknown[]> {
  const { sources, minimumSources, store, memory, now } = deps
  const answers = await Promise.allSettled(sources.map((source) => readInTime(source, pairs)))
  const readings = answers.flatMap((a) => (a.status === 'fulfilled' ? a.value : []))
  const failures = answers.flatMap((a) => (a.status === 'rejected' ? [a.reason] : []))
  for (const pair of pairs) {
    const ofPair = readings.filter((reading) => reading.pair === pair)
    const price = medianPrice(ofPair, { now: now(), minimumSources })
    if (price === undefined) {
      failures.push(new Error(`no agreement on ${pair}: ${describe(ofPair)}`))
      continue
    }
    const agreed = { pair, price, agreedAt: now() }
    keepNewer(memory, agreed)
    await store.save(agreed)
  }
  return failures
}

async function readInTime(source: PriceSource, pairs: readonly string[]) {
  const offered = pairs.filter((pair) => source.pairs.includes(pair))
  if (!offered.length) return []
  const race = new AbortController()
  const timeout = setTimeout(sourceTimeoutMs, undefined, { signal: race.signal }).then(() => {
    throw new Error(`${source.name} did not answer within ${sourceTimeoutMs} ms`)
  })
  try {
    return await Promise.race([source.read(offered), timeout])
  } finally {
    race.abort()
  }
}

function describe(readings: readonly PriceReading[]): string {
  const said = readings.map((r) => `${r.source} ${r.price} of ${r.updatedAt.toISOString()}`)
  return said.join(', ') || 'no source answered'
}
