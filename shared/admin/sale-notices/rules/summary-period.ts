import type { SummaryPeriod } from './notice-destination.ts'

/** Later than what happened before midnight is stored and counted. */
const settledMs = 5 * 60_000

/** The last day, such as `2026-03-01`, or month, such as `2026-03`, that is over: in UTC, as the statistics are. */
export function lastPeriod(summary: SummaryPeriod, now: Date): string {
  const at = new Date(now.getTime() - settledMs)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (summary === 'monthly') return new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 7)
  return new Date(Date.UTC(year, month, day - 1)).toISOString().slice(0, 10)
}
