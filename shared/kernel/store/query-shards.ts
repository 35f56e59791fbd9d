import type * as z from 'zod'
import type { Mode } from '../mode.ts'
import { orders, type Query, queryPage } from './query.ts'
import { knowsShards, shardCount } from './shard-count.ts'
import { shardKeys } from './shards.ts'
import type { Table } from './table.ts'

/** `spread` is the mode whose writers spread the partition over shards, if they do. */
export type SpreadQuery = Query & { spread?: Mode }

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
    const rows = takeRows(shards, order)
    const stops = shards.filter(isWaiting).map(({ start }) => start)
    const [stop] = stops.filter((start) => start !== undefined).toSorted(order)
    yield { rows, readTo: stop && keyOf(stop, query) }
    if (!stop) return
  }
}

/** If this process has yet to read how many there are, it reads the first one beside that: mostly there is no other. */
async function openShards(table: Table, query: SpreadQuery): Promise<Shard[]> {
  const { spread } = query
  const first = shardOfQuery(query)
  if (spread === undefined) return [first]
  const isKnown = knowsShards(table, spread)
  const [count] = await Promise.all([shardCount(table, spread), isKnown || advance(table, first)])
  if (count === 1) return [first]
  const each = ofManyShards(query, count)
  const all = shardKeys(query.partition, count).map((partition) =>
    shardOfQuery({ ...each, partition }),
  )
  return isKnown ? all : [first, ...all.slice(1)]
}

function shardOfQuery(query: Query): Shard {
  const { attributes, index = 'primary' } = query
  const sorted = attributes && {
    attributes: [...new Set([...attributes, orders[index].sortKey])],
  }
  return { query: { ...query, ...sorted }, rows: [], start: undefined, isRead: false }
}

/** The same, parsed, for callers that read on from page to page. */
export async function* spreadPages<Item>(
  table: Table,
  query: SpreadQuery,
  codec: z.ZodType<Item>,
): AsyncGenerator<Item[]> {
  for await (const { rows } of mergedPages(table, query)) yield rows.map((row) => codec.parse(row))
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
function ofManyShards(query: SpreadQuery, count: number): Query {
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

/** The rows before the first one that may still follow in a shard. */
function takeRows(shards: readonly Shard[], order: Order): Row[] {
  const [only, ...others] = shards
  if (only && others.length === 0) return only.rows.splice(0)
  const taken: Row[] = []
  const heads = shards.map(() => 0)
  for (;;) {
    const ends = shards.some((shard, at) => heads[at] === shard.rows.length && !shard.isRead)
    const next = ends ? undefined : firstOf(shards, heads, order)
    if (next === undefined) break
    taken.push(next.row)
    heads[next.at] = (heads[next.at] ?? 0) + 1
  }
  for (const [at, shard] of shards.entries()) shard.rows.splice(0, heads[at])
  return taken
}

function firstOf(shards: readonly Shard[], heads: readonly number[], order: Order) {
  let first: { row: Row; at: number } | undefined
  for (const [at, { rows }] of shards.entries()) {
    const row = rows[heads[at] ?? 0]
    if (row && (!first || order(row, first.row) < 0)) first = { row, at }
  }
  return first
}

type Order = (a: Row, b: Row) => number

function comparing(query: Query): Order {
  const sign = query.newestFirst ? -1 : 1
  return (a, b) => {
    const [left, right] = [keyOf(a, query), keyOf(b, query)]
    return sign * (Number(left > right) - Number(left < right))
  }
}

function keyOf(row: Row, { index = 'primary' }: Query): string {
  return String(row[orders[index].sortKey])
}
