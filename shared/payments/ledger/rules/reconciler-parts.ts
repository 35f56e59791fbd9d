/**
 * The maximum runs a minute of a mode's reconciler, half of the concurrency that is reserved for both: so no run waits
 * for another one, and no mode for the other, however many shards there are.
 */
export const mostParts = 5

/** The number of runs that share the shards. */
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
