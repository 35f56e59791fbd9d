import type { Page } from '../page.ts'
import { getItems } from './get-items.ts'
import type { Key } from './keys.ts'
import { fitting, type ListQuery } from './list-page.ts'
import { orders } from './query.ts'
import { mergedPages } from './query-shards.ts'
import type { Table } from './table.ts'

type Row = Record<string, unknown>

export type Referenced<Item> = {
  /** The key of the item that a row of the list refers to. */
  keyOf: (row: Row) => Key
  parse: (item: Row) => Item
  /** A filter that needs more than the rows have, so it is checked once the items are loaded. */
  passes?: ((item: Item) => boolean) | undefined
}

/** Rows that are read at a time if most of them may be filtered out, and the maximum in all. */
const filteredRows = 100
const mostRows = 500

/**
 * A page of at most `limit` of the items that the rows of a list stand for, newest first, in two round trips unless
 * items are filtered out. A page may have fewer and still not be the last. Eventually consistent.
 */
export async function listReferenced<Item extends { id: string }>(
  table: Table,
  { limit, range, ...list }: Pick<ListQuery, 'index' | 'partition' | 'range'> & { limit: number },
  referenced: Referenced<Item>,
): Promise<Page<Item>> {
  if (range.from > range.to) return { items: [], nextCursor: null }
  const found: Found<Item>[] = []
  const { sortKey } = orders[list.index ?? 'primary']
  const { passes } = referenced
  const pageSize = passes ? filteredRows : limit + 1
  const reading = { ...list, range, pageSize, newestFirst: true, asIndexed: true, stale: true }
  let end: unknown
  let read = 0
  for await (const { rows, readTo } of mergedPages(table, reading)) {
    const wanted = passes ? rows : rows.slice(0, limit - found.length)
    found.push(...(await load(table, wanted, referenced)))
    end = wanted.length < rows.length ? wanted.at(-1)?.[sortKey] : readTo
    read += rows.length
    if (found.length >= limit || read >= mostRows) break
  }
  return pageOf(found, limit, end)
}

type Found<Item> = { row: Row; item: Item }

async function load<Item>(
  table: Table,
  rows: readonly Row[],
  { keyOf, parse, passes = () => true }: Referenced<Item>,
): Promise<Found<Item>[]> {
  const items = await getItems(table, rows.map(keyOf), { consistent: true })
  return items.map((row) => ({ row, item: parse(row) })).filter(({ item }) => passes(item))
}

function pageOf<Item extends { id: string }>(
  found: readonly Found<Item>[],
  limit: number,
  end: unknown,
): Page<Item> {
  const sorted = found.toSorted(
    ({ item: a }, { item: b }) => Number(a.id < b.id) - Number(a.id > b.id),
  )
  const fit = fitting(sorted.map(({ row }) => row)).length
  const items = sorted.slice(0, Math.min(limit, fit)).map(({ item }) => item)
  const cursor = items.length < sorted.length ? items.at(-1)?.id : end
  return { items, nextCursor: typeof cursor === 'string' ? cursor : null }
}
