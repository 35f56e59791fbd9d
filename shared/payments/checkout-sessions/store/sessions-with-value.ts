import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { firstRows } from '../../../kernel/store/query-shards.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { CheckoutSession } from '../rules/checkout-session.ts'
import { comparable, searchableValues } from '../rules/searchable-metadata.ts'
import { sessionKeys, sessionPartitions } from './keys.ts'

/**
 * The writes by which a session is found by these pairs of its metadata, for the transaction that adds them: one for
 * each value of a searchable key. A key of the table is shorter than a value can be, so it has the value's digest.
 */
export function searchableWrites(
  { mode, id, shard }: Pick<CheckoutSession, 'mode' | 'id' | 'shard'>,
  added: CheckoutSession['metadata'],
  names: readonly string[],
): Write[] {
  return searchableValues(added, names).map((value) => {
    const { partition, sk } = sessionKeys.sessionWithValue(mode, digestOf(value), id)
    return upsert({ pk: shardKey(partition, shard), sk })
  })
}

const row = z.object({ sk: z.string() })

/** The ids of the newest sessions with a value, under whichever key. Eventually consistent. */
export async function sessionsWithValue(
  table: Table,
  { mode, value }: { mode: Mode; value: string },
  { limit }: { limit: number },
): Promise<string[]> {
  const partition = sessionPartitions.sessionsWithValue(mode, digestOf(comparable(value)))
  const query = { partition, newestFirst: true, stale: true }
  const { rows } = await firstRows(table, query, limit)
  return rows.map((each) => row.parse(each).sk)
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}
