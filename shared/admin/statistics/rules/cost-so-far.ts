import type { DayStatistics } from './day-statistics.ts'

/**
 * Measured by `npm run cost`, in USD at the list prices of us-east-1. `test/cost` fails if it measures something else.
 * Excludes nodes, gas, data transfer, and the pages that customers keep open.
 */
export const unitCosts = {
  /** Per session, until it closes. */
  paid: 0.000243,
  abandoned: 0.000181,
  /** Per month without any session, including the alarms. */
  idleMonth: 2.16 + 2,
} as const

export type CostSoFar = {
  /** The first day of the month. */
  from: string
  paid: number
  /** Sessions that were not paid, however they ended. */
  abandoned: number
  /** In USD. */
  paidUsd: number
  abandonedUsd: number
  idleUsd: number
  totalUsd: number
}

type Counts = Pick<DayStatistics, 'day' | 'counts'>

/** Estimates a month's AWS cost so far, from the statistics of its days in all modes. */
export function costSoFar(days: readonly Counts[], now: Date): CostSoFar {
  const [start, end] = monthOf(now)
  const ofMonth = days.filter(({ day }) => day >= dateOf(start))
  const sum = (count: (counts: Counts['counts']) => number) =>
    ofMonth.reduce((all, { counts }) => all + count(counts), 0)
  const paid = sum((counts) => counts.paid + counts.paidLate + counts.overpaid)
  // A session may be paid in the month after that of its creation.
  const abandoned = Math.max(0, sum(({ created }) => created) - paid)
  const elapsed = (now.getTime() - start.getTime()) / (end.getTime() - start.getTime())
  const [paidUsd, abandonedUsd] = [paid * unitCosts.paid, abandoned * unitCosts.abandoned]
  const idleUsd = elapsed * unitCosts.idleMonth
  const totalUsd = paidUsd + abandonedUsd + idleUsd
  return { from: dateOf(start), paid, abandoned, paidUsd, abandonedUsd, idleUsd, totalUsd }
}

/** The first moment of a month in UTC, and of the next one. */
function monthOf(now: Date): [Date, Date] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return [new Date(Date.UTC(year, month, 1)), new Date(Date.UTC(year, month + 1, 1))]
}

function dateOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
