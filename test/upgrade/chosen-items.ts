import type { Fixtures } from './fixtures.ts'
import { inOrder, normalised } from './normalised.ts'
import { type Finding, pathsOf, type StoredItem } from './real-runs.ts'
import { storedText } from './stored-text.ts'
import { typedPaths } from './typed-paths.ts'

/** The fewest items of each kind that together have all its paths: the same ones after every run. */
export function chosenItems(findings: readonly Finding[]): Fixtures['items'] {
  const byKind = Map.groupBy(findings, ({ kind }) => kind)
  const kinds = [...byKind].toSorted(([a], [b]) => inOrder(a, b))
  return Object.fromEntries(
    kinds.map(([kind, ofKind]) => {
      const chosen = representatives(ofKind.map(({ item }) => normalised(item, kind)))
      // Two of a kind are two rows, as they were.
      return [kind, chosen.map((item, index) => normalised(item, `${kind} ${index}`))]
    }),
  )
}

/** The fewest, the shortest first. */
function representatives(items: readonly StoredItem[]): StoredItem[] {
  const byText = new Map(items.map((item) => [storedText(item), item]))
  const candidates = [...byText]
    .toSorted(([a], [b]) => a.length - b.length || inOrder(a, b))
    .map(([, item]) => ({ item, paths: typedPaths(item) }))
  const chosen: StoredItem[] = []
  const missing = new Set(pathsOf(items))
  while (missing.size > 0) {
    const gains = candidates.map(
      ({ paths }) => [...paths].filter((path) => missing.has(path)).length,
    )
    const best = candidates[gains.indexOf(Math.max(...gains))]
    if (!best) break
    chosen.push(best.item)
    for (const path of best.paths) missing.delete(path)
  }
  return chosen
}
