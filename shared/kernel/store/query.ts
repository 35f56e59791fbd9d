import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { getItems } from './get-items.ts'
import { projected, tableSchema } from './schema.ts'
import type { Table } from './table.ts'
import { type OnUnreadable, readRows } from './unreadable-rows.ts'

const { partitionKey, sortKey, indexes } = tableSchema
export const orders = { ...indexes, primary: { partitionKey, sortKey } } as const

export type Query = {
  /** By default the table itself, read consistently unless `stale`; indexes are always eventually consistent. */
  index?: keyof typeof orders
  partition: string
  /** Sort keys, both included. */
  range?: { from: string; to: string }
  /** Further values that an item must have, beyond its keys; `lock.asset` is in a map. */
  having?: Readonly<Record<string, string | number>>
  /** Attributes to read; all by default, which are loaded from the table if the index doesn't have them. */
  attributes?: readonly string[]
  /** Leaves out attributes that the index doesn't have. */
  asIndexed?: boolean
  newestFirst?: boolean
  /** Rows read by one request, before `having` is applied. */
  pageSize?: number
  stale?: boolean
  /** Called with each row that the codec can't read; the row is left out. By default, the query throws. */
  onUnreadable?: OnUnreadable
}

type Row = Record<string, unknown>

/** All sort keys that start with a text. */
export function startingWith(prefix: string): { from: string; to: string } {
  return { from: prefix, to: `${prefix}~` }
}

export async function queryAll<Item>(
  table: Table,
  query: Query,
  codec: z.ZodType<Item>,
): Promise<Item[]> {
  return (await Array.fromAsync(queryPages(table, query, codec))).flat()
}

/** The rows of a query page by page, for callers that stop early or must not hold them all. */
export async function* queryPages<Item>(
  table: Table,
  query: Query,
  codec: z.ZodType<Item>,
): AsyncGenerator<Item[]> {
  let start: Row | undefined
  do {
    const { rows, stoppedAt } = await queryPage(table, query, start)
    yield readRows(rows, codec, query.onUnreadable)
    start = stoppedAt
  } while (start)
}

type QueryPage = { rows: Row[]; stoppedAt: Row | undefined }

/** One request's rows after `start`, and where it stopped unless that was the end. */
export async function queryPage(table: Table, query: Query, start?: Row): Promise<QueryPage> {
  const { index, attributes = [], asIndexed = attributes.length > 0 } = query
  const { rows, stoppedAt } = await queryRows(table, query, start)
  return { rows: asIndexed ? rows : await completed(table, index, rows), stoppedAt }
}

/**
 * Rows of an index with all attributes of their items, as last written. Items that were moved to another place of the
 * index meanwhile are left out.
 */
export async function completed(
  table: Table,
  index: Query['index'] = 'primary',
  rows: readonly Row[],
): Promise<Row[]> {
  const order = orders[index]
  if (!projected(order)) return [...rows]
  const wanted = rows.map((row) => itemKey.parse(row))
  const items = await getItems(table, wanted, { consistent: true })
  const byKey = new Map(items.map((item) => [keyText(item), item]))
  const isSame = (item: Row, row: Row) =>
    [order.partitionKey, order.sortKey].every((name) => item[name] === row[name])
  return rows.flatMap((row) => {
    const item = byKey.get(keyText(row))
    return item && isSame(item, row) ? [item] : []
  })
}

const itemKey = z.lazy(() => z.object({ pk: z.string(), sk: z.string() }))

function keyText({ pk, sk }: Row): string {
  return JSON.stringify([pk, sk])
}

async function queryRows(table: Table, query: Query, start?: Row): Promise<QueryPage> {
  const { index = 'primary', newestFirst = false, pageSize, stale = false } = query
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...(index === 'primary' ? { ConsistentRead: !stale } : { IndexName: index }),
      ...expressions(query),
      ScanIndexForward: !newestFirst,
      Limit: pageSize,
      ExclusiveStartKey: start,
    }),
  )
  return { rows: Items, stoppedAt: LastEvaluatedKey }
}

function expressions({ index = 'primary', partition, range, having = {}, attributes = [] }: Query) {
  const order = orders[index]
  const filters = Object.entries(having).map(([name, value]) => ({ path: name.split('.'), value }))
  const named = [...filters.flatMap(({ path }) => path), ...attributes]
  return {
    KeyConditionExpression: `#partition = :partition${range ? ' AND #order BETWEEN :from AND :to' : ''}`,
    ...(filters.length > 0 && {
      FilterExpression: filters
        .map(({ path }) => `${path.map((name) => `#${name}`).join('.')} = :${path.join('_')}`)
        .join(' AND '),
    }),
    ...(attributes.length > 0 && {
      ProjectionExpression: attributes.map((name) => `#${name}`).join(),
    }),
    ExpressionAttributeNames: {
      '#partition': order.partitionKey,
      ...(range && { '#order': order.sortKey }),
      ...Object.fromEntries(named.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ':partition': partition,
      ...(range && { ':from': range.from, ':to': range.to }),
      ...Object.fromEntries(filters.map(({ path, value }) => [`:${path.join('_')}`, value])),
    },
  }
}
