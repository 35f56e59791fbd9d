import { freshReadings, type PriceReading } from './price-reading.ts'

/** The latest reading of a USD stablecoin from each source, and when they were last read. */
export type PegReadings = { pair: string; readings: readonly PriceReading[]; readAt: Date }

/**
 * The latest reading of each source. A source without a valid reading this time keeps its previous one, until that is
 * too old. Readings of sources that are no longer used are dropped.
 */
export function withRead(
  before: PegReadings | undefined,
  read: PegReadings,
  sources: readonly { name: string }[],
): PegReadings {
  const fresh = freshReadings(read.readings, read.readAt)
  const replaced = new Set(fresh.map(({ source }) => source))
  const asked = new Set(sources.map(({ name }) => name))
  const kept = (before?.readings ?? []).filter(
    ({ source }) => asked.has(source) && !replaced.has(source),
  )
  return { ...read, readings: [...kept, ...fresh] }
}
