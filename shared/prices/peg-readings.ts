import { freshReadings, type PriceReading } from './price-reading.ts'

/** What each source said last of a USD stablecoin, and when they were asked last. */
export type PegReadings = { pair: string; readings: readonly PriceReading[]; readAt: Date }

/**
 * The latest reading of each source. One that gave nothing possible this time keeps its reading from before, until that
 * is too old. Those of sources that are no longer asked are dropped.
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
