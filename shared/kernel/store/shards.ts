import type { Mode } from '../mode.ts'

/**
 * A partition whose items are spread over the shards of a mode. It isn't a key, so that nobody writes to it without a
 * shard, or reads the first one only.
 */
export type SpreadPartition = { mode: Mode; key: string }

export function spread(mode: Mode, name: string): SpreadPartition {
  return { mode, key: `${mode}#${name}` }
}

/** The partition key of a shard. The first one has the key that the partition had before there were others. */
export function shardKey({ key }: SpreadPartition, shard = 0): string {
  return shard === 0 ? key : `${key}/${shard}`
}

export function shardKeys(partition: SpreadPartition, count: number): string[] {
  return Array.from({ length: count }, (_, shard) => shardKey(partition, shard))
}

/**
 * The shard of an id among `count`, evenly (FNV-1a); undefined for the first one. It is stored with the item, so an item
 * stays where it is when the count grows.
 */
export function shardOf(id: string, count: number): number | undefined {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0) % count || undefined
}
