import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { baseUnits, innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll, queryPage } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { storeItem } from '../../../kernel/store/writes.ts'
import type { CountName, DayStatistics } from '../rules/day-statistics.ts'
import { statisticsKeys } from './keys.ts'

const volume = innerMap({
  completed: baseUnits,
  late: baseUnits,
  lost: baseUnits,
  refunded: baseUnits.default(0n),
})

/** A version may count what others don't. */
const zero = z.int().default(0)

const counts = innerMap({
  created: zero,
  paid: zero,
  paidLate: zero,
  overpaid: zero,
  underpaid: zero,
  expired: zero,
  failed: zero,
  refunded: zero,
} satisfies Record<CountName, typeof zero>)

const codec = z.lazy(() =>
  z.object({
    day: z.string(),
    until: moment,
    counts,
    volumes: z.record(z.string(), volume),
  }),
)

/** The latest day that has statistics, or undefined. Eventually consistent: `saveDay` refuses what follows an older one. */
export async function latestDay(table: Table, mode: Mode): Promise<DayStatistics | undefined> {
  const partition = statisticsKeys.dayStatistics(mode, '').pk
  const { rows } = await queryPage(table, {
    partition,
    newestFirst: true,
    pageSize: 1,
    stale: true,
  })
  return rows.map((row) => codec.parse(row))[0]
}

/** The days from one to another that have statistics, the oldest first (consistent). A day is about 300 bytes. */
export function daysBetween(
  table: Table,
  mode: Mode,
  range: { from: string; to: string },
): Promise<DayStatistics[]> {
  return queryAll(table, { partition: statisticsKeys.dayStatistics(mode, '').pk, range }, codec)
}

/**
 * Stores a day as counted after `before`, which is undefined if the day is new. Returns false if another run has counted
 * since `before` was read, so that nothing is counted twice.
 */
export async function saveDay(
  table: Table,
  mode: Mode,
  { day, before }: { day: DayStatistics; before: DayStatistics | undefined },
): Promise<boolean> {
  const Item = { ...statisticsKeys.dayStatistics(mode, day.day), ...z.encode(codec, day) }
  const condition = before
    ? {
        ConditionExpression: '#until = :before',
        ExpressionAttributeValues: { ':before': before.until.toISOString() },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  try {
    await storeItem(table, Item, condition)
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
