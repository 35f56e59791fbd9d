import type { IdRange } from '../id-range.ts'
import type { Page } from '../page.ts'
import { orders, type Query, queryPage } from './query.ts'
import type { Table } from './table.ts'

/** A query of the table or of an index whose sort key is the id. */
export type ListQuery = Pick<Query, 'index' | 'partition' | 'having'> & {
  range: IdRange
  /** The most requests to the table for one page. */
  maxRounds?: number
}

type Row = Record<string, unknown>

/** Rows to read at a time if most of them may be filtered out. */
const filteredRows = 500
const defaultMaxRounds = 10
/** A function's response is limited to 6 MB, in which every quotation mark is escaped twice. */
const maxBytes = 1_500_000

/**
 * A page of at most `limit` items, newest first. A page may have fewer and still not be the last: a request reads a
 * bounded number of rows, and the next page continues where this one stopped.
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
  const id = end?.[orders[query.index ?? 'primary'].sortKey]
  return { items: kept.map(parse), nextCursor: typeof id === 'string' ? id : null }
}

/** More than `limit` rows, or all rows, or those before the search stopped. */
async function findRows(
  table: Table,
  query: ListQuery & { limit: number },
): Promise<{ rows: Row[]; stoppedAt: Row | undefined }> {
  const rows: Row[] = []
  if (query.range.from > query.range.to) return { rows, stoppedAt: undefined }
  const pageSize = query.having ? Math.max(filteredRows, query.limit + 1) : query.limit + 1
  const { maxRounds = defaultMaxRounds } = query
  let stoppedAt: Row | undefined
  for (let round = 1, bytes = 0; round <= maxRounds && bytes < maxBytes; round++) {
    const page = await queryPage(table, { ...query, pageSize, newestFirst: true }, stoppedAt)
    rows.push(...page.rows)
    stoppedAt = page.stoppedAt
    if (rows.length > query.limit || !stoppedAt) break
    bytes += Buffer.byteLength(JSON.stringify(page.rows))
  }
  return { rows, stoppedAt }
}
