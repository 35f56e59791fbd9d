/** The largest items, in their original order. */
export function largest<Item>(
  items: readonly Item[],
  count: number,
  sizeOf: (item: Item) => bigint,
): Item[] {
  if (items.length <= count) return [...items]
  const kept = new Set(largestFirst(items, sizeOf).slice(0, count))
  return items.filter((item) => kept.has(item))
}

export function largestFirst<Item>(items: readonly Item[], sizeOf: (item: Item) => bigint): Item[] {
  return items.toSorted((a, b) => Number(sizeOf(b) > sizeOf(a)) - Number(sizeOf(b) < sizeOf(a)))
}
