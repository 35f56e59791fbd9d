import { inTime } from './in-time.ts'
import type { PairReading, PriceSource } from './price-source.ts'

const sourceTimeoutMs = 1500

/** The current readings of all sources, and the errors of those that failed. */
export type SourcesRead = { readings: readonly PairReading[]; failures: unknown[] }

/** Reads all sources at once, each for those of `pairs` that it has; one that takes longer than 1.5 s fails. */
export async function readSources(
  sources: readonly PriceSource[],
  pairs: readonly string[],
): Promise<SourcesRead> {
  const results = await Promise.allSettled(sources.map((source) => readSource(source, pairs)))
  return {
    readings: results.flatMap((r) => (r.status === 'fulfilled' ? r.value : [])),
    failures: results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : [])),
  }
}

async function readSource(
  source: PriceSource,
  pairs: readonly string[],
): Promise<readonly PairReading[]> {
  const known = pairs.filter((pair) => source.pairs.includes(pair))
  if (!known.length) return []
  return inTime(source.read(known), { who: source.name, milliseconds: sourceTimeoutMs })
}
