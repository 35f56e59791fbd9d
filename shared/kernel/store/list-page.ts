import type { IdRange } from '../id-range.ts'
import type { Page } from '../page.ts'
import { completed, orders } from './query.ts'
import { mergedPages, type SpreadQuery } from './query-shards.ts'
import type { Table } from './table.ts'

/** A query of the table or of an index whose sort key is the id. */
export type ListQuery = Pick<SpreadQuery, 'index' | 'partition' | 'having' | 'spread'> & {
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
  const { rows, readTo } = await findRows(table, query)
  const kept = rows.slice(0, query.limit)
  const isCut = kept.length < rows.length
  const end = isCut ? kept.at(-1)?.[orders[query.index ?? 'primary'].sortKey] : readTo
  const items = await completed(table, query.index, kept)
  return { items: items.map(parse), nextCursor: typeof end === 'string' ? end : null }
}

/** More than `limit` rows, or all rows, or those before the search stopped. */
async function findRows(
  table: Table,
  query: ListQuery & { limit: number },
): Promise<{ rows: Row[]; readTo: string | undefined }> {
  const rows: Row[] = []
  if (query.range.from > query.range.to) return { rows, readTo: undefined }
  const pageSize = query.having ? Math.max(filteredRows, query.limit + 1) : query.limit + 1
  const { maxRounds = defaultMaxRounds } = query
  let round = 0
  let bytes = 0
  const reading = { ...query, pageSize, newestFirst: true, asIndexed: true }
  for await (const page of mergedPages(table, reading)) {
    rows.push(...page.rows)
    if (rows.length > query.limit || !page.readTo) return { rows, readTo: page.readTo }
    bytes += Buffer.byteLength(JSON.stringify(page.rows))
    if (++round >= maxRounds || bytes >= maxBytes) return { rows, readTo: page.readTo }
  }
  return { rows, readTo: undefined }
}
