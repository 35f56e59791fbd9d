import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type CountedFact, type DayStatistics, withFacts } from './rules/day-statistics.ts'
import { countedFacts } from './store/counted-facts.ts'
import { latestDay, saveDay } from './store/day-statistics.ts'

export type StatisticsDeps = { table: Table; now: () => Date }

/** Longer than any function takes from creating an id to writing it, so that nothing appears in what is counted. */
export const settledMs = 120_000

/** How far back the first run of an instance starts. */
const oldestMs = 90 * 86_400_000

type Options = { maxPages?: number; pageSize?: number }

/**
 * Counts what happened in a mode since the latest day's `until`, up to two minutes ago. Each day is replaced on the
 * condition that nothing was counted since it was read. So however runs are repeated, overlap or end early, each fact
 * counts once. A run with nothing to count writes nothing. Returns how many facts it counted.
 */
export async function keepStatistics(
  { table, now }: StatisticsDeps,
  mode: Mode,
  { maxPages = 20, ...options }: Options = {},
): Promise<number> {
  const settled = new Date(now().getTime() - settledMs)
  let latest = await latestDay(table, mode)
  let from = latest?.until ?? new Date(settled.getTime() - oldestMs)
  let count = 0
  for (let page = 0; page < maxPages && from < settled; page++) {
    const { facts, until } = await countedFacts(table, mode, { from, until: settled, ...options })
    const saved = await saveFacts(table, mode, { latest, facts, until })
    if (!saved) break
    count += facts.length
    ;({ latest, from } = { latest: saved.latest, from: until })
  }
  return count
}

type Counted = { latest: DayStatistics | undefined; facts: readonly CountedFact[]; until: Date }

/** Day by day, so that a run that ends in between is continued. Undefined if another run was first. */
async function saveFacts(
  table: Table,
  mode: Mode,
  { latest, facts, until }: Counted,
): Promise<{ latest: DayStatistics | undefined } | undefined> {
  let before = latest
  for (const day of withFacts(latest, facts, until)) {
    const isSame = before?.day === day.day
    if (!(await saveDay(table, mode, { day, before: isSame ? before : undefined })))
      return undefined
    before = day
  }
  return { latest: before }
}
