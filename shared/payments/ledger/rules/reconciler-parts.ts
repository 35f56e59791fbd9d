/**
 * The most runs a minute of a mode's reconciler, which is half of what is reserved for both: so no run waits for another
 * one, and no mode for the other, however many shards there are.
 */
export const mostParts = 5

/** How many runs share that many shards. */
export function partsOf(shards: number): number {
  return Math.min(shards, mostParts)
}

/**
 * The shards that a run reads, one after the other. Another one is first each minute, so that in a run that is cut off,
 * it is not always the same that are left out.
 */
export function shardsOfPart(part: number, shards: number, at: Date): number[] {
  const own = Array.from({ length: shards }, (_, shard) => shard).filter(
    (shard) => shard % mostParts === part,
  )
  const first = Math.floor(at.getTime() / 60_000) % Math.max(1, own.length)
  return [...own.slice(first), ...own.slice(0, first)]
}
