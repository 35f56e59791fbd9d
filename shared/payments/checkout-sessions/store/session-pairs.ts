import { createHash } from 'node:crypto'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { CheckoutSession } from '../rules/checkout-session.ts'
import { metadataPairs } from '../rules/metadata-pairs.ts'
import { sessionKeys } from './keys.ts'

/** The writes by which a session is found by each pair of its metadata, except those of `before`. */
export function sessionPairs(
  { mode, id, shard, metadata }: Pick<CheckoutSession, 'mode' | 'id' | 'shard' | 'metadata'>,
  before: CheckoutSession['metadata'] = null,
): Write[] {
  const known = new Set(metadataPairs(before).map(([key]) => key))
  return metadataPairs(metadata)
    .filter(([key]) => !known.has(key))
    .map((pair) => {
      const { partition, sk } = sessionKeys.sessionWithPair(mode, pairDigest(pair), id)
      return upsert({ pk: shardKey(partition, shard), sk })
    })
}

/** The writes by which it is no longer found by pairs that aren't in `left`. */
export function sessionPairRemovals(
  { mode, id, shard, metadata }: Pick<CheckoutSession, 'mode' | 'id' | 'shard' | 'metadata'>,
  left: CheckoutSession['metadata'],
): Write[] {
  return metadataPairs(metadata)
    .filter(([key]) => left?.[key] === undefined)
    .map((pair) => {
      const { partition, sk } = sessionKeys.sessionWithPair(mode, pairDigest(pair), id)
      return { Delete: { Key: { pk: shardKey(partition, shard), sk } } }
    })
}

/** Identifies a pair in keys. */
export function pairDigest(pair: readonly [key: string, value: string]): string {
  return createHash('sha256').update(JSON.stringify(pair)).digest('base64url')
}
