import type { IdRange } from '../id-range.ts'
import type { Page } from '../page.ts'
import { completed, orders } from './query.ts'
import { mergedPages, type SpreadQuery } from './query-shards.ts'
import type { Table } from './table.ts'

/** A query of the table or of an index whose sort key is the id. */
export type ListQuery = Pick<SpreadQuery, 'index' | 'partition' | 'having'> & {
  range: IdRange
  /** Maximum requests to the table for one page. */
  maxRounds?: number
  /** Rows to read at a time if most of them may be filtered out. */
  filteredRows?: number
}

type Row = Record<string, unknown>

const defaultFilteredRows = 500
const defaultMaxRounds = 10
/** A function's response is limited to 6 MB, in which every quotation mark is escaped twice. */
const maxBytes = 1_500_000
/** The last page that is read has 1 MB. */
const maxItemBytes = 2_500_000

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
  const { sortKey } = orders[query.index ?? 'primary']
  const first = rows.slice(0, query.limit)
  const items = await completed(table, query.index, first)
  const kept = fitting(items)
  const last = kept.length < items.length ? kept.at(-1) : first.at(-1)
  const isCut = kept.length < items.length || first.length < rows.length
  const end = isCut ? last?.[sortKey] : readTo
  return { items: kept.map(parse), nextCursor: typeof end === 'string' ? end : null }
}

/**
 * The first items that fit in a response: an index may have only a small part of each item, so many are read at once.
 */
export function fitting(items: readonly Row[]): Row[] {
  let bytes = 0
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return bytes > maxItemBytes
  })
  return end < 0 ? [...items] : items.slice(0, Math.max(1, end))
}

/** More than `limit` rows, or all rows, or those before the search stopped. */
async function findRows(
  table: Table,
  query: ListQuery & { limit: number },
): Promise<{ rows: Row[]; readTo: string | undefined }> {
  const rows: Row[] = []
  if (query.range.from > query.range.to) return { rows, readTo: undefined }
  const { maxRounds = defaultMaxRounds, filteredRows = defaultFilteredRows } = query
  const pageSize = query.having ? Math.max(filteredRows, query.limit + 1) : query.limit + 1
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
