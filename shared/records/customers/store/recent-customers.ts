import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { shardCount } from '../../../kernel/store/shard-count.ts'
import { shardKey, shardKeys } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { CustomerNumbers, RecentCustomers } from '../rules/customer-page.ts'
import { customerKeys, customerPartitions } from './keys.ts'

export const numbersCodec = z.lazy(() =>
  z.object({ given: z.int(), listed: z.int(), changedAt: moment }),
)

const recentRow = z.lazy(() =>
  z
    .object({ sk: z.string(), number: z.int().optional(), shard: z.int().optional() })
    .transform(({ sk, number, shard }) => ({ id: sk, number: number ?? null, shard })),
)

const noNumbers: CustomerNumbers = { given: 0, listed: 0, changedAt: new Date(0) }

const anyItem = z.record(z.string(), z.unknown())

/**
 * The progress of a mode's numbering, and all its recent customers (one query of each shard, consistent unless `stale`).
 * The numbers sort first in the first shard, so they are read before any row: a customer that was not `listed` then still
 * has a row.
 */
export async function loadRecentCustomers(
  table: Table,
  mode: Mode,
  reading: { stale?: boolean } = {},
): Promise<RecentCustomers> {
  const partition = customerPartitions.recentCustomers(mode)
  const { sk } = customerKeys.customerNumbers(mode)
  const [first, count] = await Promise.all([
    queryAll(table, { partition: shardKey(partition), ...reading }, anyItem),
    shardCount(table, mode),
  ])
  const others = shardKeys(partition, count).slice(1)
  const rest = await Promise.all(
    others.map((key) => queryAll(table, { partition: key, ...reading }, anyItem)),
  )
  const items = [...first, ...rest.flat()]
  const numbers = items.find((item) => item['sk'] === sk)
  return {
    numbers: numbers ? numbersCodec.parse(numbers) : noNumbers,
    rows: z.array(recentRow).parse(items.filter((item) => item !== numbers)),
  }
}
