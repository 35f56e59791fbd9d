export type Figure = { what: string; value: string; aim?: string }

/** Measures something and cleans up after itself. */
export type Bench = () => Promise<readonly Figure[]>

const isShort = process.argv.includes('--short')

/** How much a bench measures. With `--short` only enough to show that it runs: its figures then mean little. */
export function sized(whole: number, short: number): number {
  return isShort ? short : whole
}

/** The value below which `percent` of the values lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0
}
