import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { IdRange } from '../id-range.ts'
import type { Page } from '../page.ts'
import { tableSchema } from './schema.ts'
import type { Table } from './table.ts'

const { partitionKey, sortKey, indexes } = tableSchema
const orders = { ...indexes, primary: { partitionKey, sortKey } } as const

export type ListQuery = {
  /** `primary` is the table itself, read consistently. Its sort key is the id, as in the indexes. */
  index: 'list' | 'parent' | 'status' | 'primary'
  partition: string
  range: IdRange
  /** What else an item must have, beyond what its index sorts by. */
  having?: Readonly<Record<string, string>>
}

type Row = Record<string, unknown>

/** Rows read at a time where most of them may be of no use. */
const filteredRows = 500
const maxRounds = 10
/** A function's answer may have 6 MB, in which every quotation mark has been escaped twice. */
const maxBytes = 1_500_000

/**
 * A page of at most `limit` items, newest first. It may have fewer and yet not be the last: a request reads a bounded
 * number of rows, and the next page goes on where this one stopped looking.
 */
export async function listPage<Item>(
  table: Table,
  query: ListQuery & { limit: number },
  parse: (row: Row) => Item,
): Promise<Page<Item>> {
  const { rows, stoppedAt } = await findRows(table, query)
  const kept = rows.slice(0, query.limit)
  const isCut = kept.length < rows.length
  const end = isCut ? kept.at(-1) : stoppedAt
  const id = end?.[orders[query.index].sortKey]
  return { items: kept.map(parse), nextCursor: typeof id === 'string' ? id : null }
}

/** More than `limit` rows, or all there are, or where the search was given up. */
async function findRows(
  table: Table,
  query: ListQuery & { limit: number },
): Promise<{ rows: Row[]; stoppedAt: Row | undefined }> {
  const rows: Row[] = []
  if (query.range.from > query.range.to) return { rows, stoppedAt: undefined }
  let stoppedAt: Row | undefined
  for (let round = 1, bytes = 0; round <= maxRounds && bytes < maxBytes; round++) {
    const command = queryCommand(table, query, stoppedAt)
    const { Items = [], LastEvaluatedKey } = await table.client.send(command)
    rows.push(...Items)
    stoppedAt = LastEvaluatedKey
    if (rows.length > query.limit || !stoppedAt) break
    bytes += Buffer.byteLength(JSON.stringify(Items))
  }
  return { rows, stoppedAt }
}

function queryCommand(
  table: Table,
  { index, partition, range, having, limit }: ListQuery & { limit: number },
  startKey: Row | undefined,
): QueryCommand {
  const order = orders[index]
  const filters = Object.entries(having ?? {})
  return new QueryCommand({
    TableName: table.name,
    ...(index === 'primary' ? { ConsistentRead: true } : { IndexName: index }),
    KeyConditionExpression: '#partition = :partition AND #id BETWEEN :from AND :to',
    ...(filters.length > 0 && {
      FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(' AND '),
    }),
    ExpressionAttributeNames: {
      '#partition': order.partitionKey,
      '#id': order.sortKey,
      ...Object.fromEntries(filters.map(([name]) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ':partition': partition,
      ':from': range.from,
      ':to': range.to,
      ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
    },
    ScanIndexForward: false,
    Limit: filters.length > 0 ? Math.max(filteredRows, limit + 1) : limit + 1,
    ExclusiveStartKey: startKey,
  })
}
