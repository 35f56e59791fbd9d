import type { Page } from './page.ts'

/**
 * Pages of the same range, newest first, as one. Items older than the point up to which each page was read have to
 * wait.
 */
export function joinPages<Item extends { id: string }>(
  pages: readonly Page<Item>[],
  limit: number,
): Page<Item> {
  const readTo = pages
    .flatMap(({ nextCursor }) => nextCursor ?? [])
    .toSorted()
    .at(-1)
  const known = pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => readTo === undefined || id >= readTo)
    .toSorted((a, b) => Number(a.id < b.id) - Number(a.id > b.id))
  const items = known.slice(0, limit)
  const isCut = items.length < known.length
  return { items, nextCursor: (isCut ? items.at(-1)?.id : readTo) ?? null }
}
