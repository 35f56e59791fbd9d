import { type Part, prices } from './prices.ts'

/** How many units of each part were used; parts that are missing were not. */
export type Counts = Partial<Record<Part, number>>

/** In USD, with the units behind each part. */
export type Bill = {
  total: number
  parts: Record<string, number>
  counts: Record<string, number>
}

const parts = (counts: Counts): Part[] => keysOf(prices).filter((part) => (counts[part] ?? 0) !== 0)

function keysOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = []
  for (const name in record) names.push(name)
  return names
}

export function plus(...all: readonly Counts[]): Counts {
  const sum: Counts = {}
  for (const counts of all) {
    for (const part of parts(counts)) sum[part] = (sum[part] ?? 0) + (counts[part] ?? 0)
  }
  return sum
}

export function times(counts: Counts, factor: number): Counts {
  const scaled: Counts = {}
  for (const part of parts(counts)) scaled[part] = (counts[part] ?? 0) * factor
  return scaled
}

export function minus(counts: Counts, others: Counts): Counts {
  return plus(counts, times(others, -1))
}

/** Separates the node provider's units, and the bytes that AWS bills for leaving it. */
export function apart(counts: Counts): { aws: Counts; rpc: Counts; transfer: Counts } {
  const { computeUnits = 0, cloudFrontBytes = 0, sentBytes = 0, ...aws } = counts
  return { aws, rpc: { computeUnits }, transfer: { cloudFrontBytes, sentBytes } }
}

export function billOf(counts: Counts): Bill {
  const named = parts(counts)
  const usd: Bill['parts'] = {}
  for (const part of named) usd[part] = rounded((counts[part] ?? 0) * prices[part], 6)
  const total = named.reduce((sum, part) => sum + (usd[part] ?? 0), 0)
  const units: Bill['counts'] = {}
  for (const part of named) units[part] = rounded(counts[part] ?? 0, 2)
  return { total: rounded(total, 6), parts: usd, counts: units }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
