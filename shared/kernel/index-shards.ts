/** The number of shards of the partitions that every session is written to. It can only grow. */
export type IndexShards = {
  /** Used by readers from the moment of the change on. */
  count: number
  /** Used by writers until `from`. */
  before: number
  /** ISO 8601. By then, every reader knows `count`. */
  from: string
}

export const mostShards = 64

/** Twice as long as a process keeps the count. */
export const growthDelayMs = 600_000

/** Among how many shards a new item is placed. */
export function shardsToWrite(shards: IndexShards | null, at: Date): number {
  if (!shards) return 1
  return at >= new Date(shards.from) ? shards.count : shards.before
}

/** The shards after a growth at that moment. */
export function grownShards(shards: IndexShards | null, count: number, at: Date): IndexShards {
  const from = new Date(at.getTime() + growthDelayMs).toISOString()
  return { count, before: shardsToWrite(shards, at), from }
}
