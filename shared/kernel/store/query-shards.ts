import type * as z from 'zod'
import { orders, type Query, queryPage } from './query.ts'
import { knowsShards, shardCount } from './shard-count.ts'
import { type SpreadPartition, shardKey, shardKeys } from './shards.ts'
import type { Table } from './table.ts'
import { readRows } from './unreadable-rows.ts'

/** A query of one partition, or of all shards of one. */
export type SpreadQuery = Omit<Query, 'partition'> & { partition: string | SpreadPartition }

type Row = Record<string, unknown>

/** Rows, and the sort key up to which all shards were read, unless that is the end. */
type Merged = { rows: Row[]; readTo: string | undefined }

type Shard = { query: Query; rows: Row[]; start: Row | undefined; isRead: boolean }

/**
 * The rows of all shards of a partition, page by page, in the order of their sort keys. The shards have the same order,
 * so a sort key is a position in all of them at once, and stays one when there are more of them.
 */
export async function* mergedPages(table: Table, query: SpreadQuery): AsyncGenerator<Merged> {
  const shards = await openShards(table, query)
  const order = comparing(query)
  for (;;) {
    await Promise.all(shards.filter(isWaiting).map((shard) => advance(table, shard)))
    const starts = shards.map(({ start }) => start).filter((start) => start !== undefined)
    const [readTo] = starts.toSorted(order)
    const rows = shards.flatMap((shard) => takeRows(shard, order, readTo)).toSorted(order)
    yield { rows, readTo: readTo && keyOf(readTo, query) }
    if (!readTo) return
  }
}

/** If this process has yet to read how many there are, it reads the first one beside that: mostly there is no other. */
async function openShards(table: Table, { partition, ...query }: SpreadQuery): Promise<Shard[]> {
  if (typeof partition === 'string') return [shardOfQuery({ ...query, partition })]
  const first = shardOfQuery({ ...query, partition: shardKey(partition) })
  const { mode } = partition
  const isKnown = knowsShards(table, mode)
  const [count] = await Promise.all([shardCount(table, mode), isKnown || advance(table, first)])
  if (count === 1) return [first]
  const each = ofManyShards(query, count)
  const all = shardKeys(partition, count).map((key) => shardOfQuery({ ...each, partition: key }))
  return isKnown ? all : [first, ...all.slice(1)]
}

function shardOfQuery(query: Query): Shard {
  const { attributes, index = 'primary' } = query
  const sorted = attributes && {
    attributes: [...new Set([...attributes, orders[index].sortKey])],
  }
  return { query: { ...query, ...sorted }, rows: [], start: undefined, isRead: false }
}

/** Pages of parsed items of all shards, for callers that read on from page to page. */
export async function* spreadPages<Item>(
  table: Table,
  query: SpreadQuery,
  codec: z.ZodType<Item>,
): AsyncGenerator<Item[]> {
  for await (const { rows } of mergedPages(table, query)) {
    yield readRows(rows, codec, query.onUnreadable)
  }
}

/** The first rows, at most `limit` of them, in one round trip. */
export async function firstRows(
  table: Table,
  query: SpreadQuery,
  limit: number,
): Promise<{ rows: Row[]; isLast: boolean }> {
  const rows: Row[] = []
  for await (const page of mergedPages(table, { ...query, pageSize: limit })) {
    rows.push(...page.rows)
    if (rows.length <= limit && !page.readTo) return { rows, isLast: true }
    if (rows.length >= limit) break
  }
  return { rows: rows.slice(0, limit), isLast: false }
}

/** Each shard has about its part of a page: three standard deviations more, and a second read is rare. */
function ofManyShards(query: Omit<Query, 'partition'>, count: number): Omit<Query, 'partition'> {
  const { pageSize } = query
  if (pageSize === undefined) return query
  const part = pageSize / count
  return { ...query, pageSize: Math.min(pageSize, Math.ceil(part + 3 * Math.sqrt(part) + 1)) }
}

function isWaiting({ rows, isRead }: Shard): boolean {
  return rows.length === 0 && !isRead
}

async function advance(table: Table, shard: Shard): Promise<void> {
  const { rows, stoppedAt } = await queryPage(table, shard.query, shard.start)
  shard.rows = rows
  shard.start = stoppedAt
  shard.isRead = stoppedAt === undefined
}

/**
 * A shard's rows up to a position. All shards were read to there, which may be far beyond the last row that a filter
 * left.
 */
function takeRows({ rows }: Shard, order: Order, readTo: Row | undefined): Row[] {
  const end = readTo ? rows.findIndex((row) => order(row, readTo) > 0) : -1
  return rows.splice(0, end < 0 ? rows.length : end)
}

type Order = (a: Row, b: Row) => number

function comparing(query: Pick<Query, 'index' | 'newestFirst'>): Order {
  const sign = query.newestFirst ? -1 : 1
  return (a, b) => {
    const [left, right] = [keyOf(a, query), keyOf(b, query)]
    return sign * (Number(left > right) - Number(left < right))
  }
}

function keyOf(row: Row, { index = 'primary' }: Pick<Query, 'index'>): string {
  return String(row[orders[index].sortKey])
}
