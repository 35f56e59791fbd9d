import { tools } from '../texts/tools/tools.ts'

/** A row of the editor: text as it was typed, and whether the value was a number before. */
export type Pair = { key: string; value: string; isNumber: boolean }

export function pairsOf(metadata: Readonly<Record<string, string | number>> | null): Pair[] {
  return Object.entries(metadata ?? {}).map(([key, value]) => ({
    key,
    value: String(value),
    isNumber: typeof value === 'number',
  }))
}

/** The metadata of the pairs; null if there are none. A number that is still one stays a number. */
export function metadataOf(pairs: readonly Pair[]): Record<string, string | number> | null {
  if (pairs.length === 0) return null
  return Object.fromEntries(pairs.map((pair) => [pair.key.trim(), storedValue(pair)]))
}

function storedValue({ value, isNumber }: Pair): string | number {
  const number = Number(value)
  const isStill = isNumber && value.trim() !== '' && Number.isFinite(number)
  return isStill ? number : value
}

export type PairProblem = { key?: string; value?: string }

/** One for each pair; empty objects for those that are right. */
export function problemsOf(pairs: readonly Pair[]): PairProblem[] {
  const keys = pairs.map(({ key }) => key.trim())
  return pairs.map(({ value }, index) => {
    const key = keyProblem(keys, index)
    return {
      ...(key !== undefined && { key }),
      ...(value.length > 500 && { value: tools.customers.valueLong }),
    }
  })
}

function keyProblem(keys: readonly string[], index: number): string | undefined {
  const key = keys[index] ?? ''
  if (key === '') return tools.customers.keyMissing
  if (key.length > 40) return tools.customers.keyLong
  return keys.indexOf(key) < index ? tools.customers.keyTwice : undefined
}
