import type { Mode } from '../../kernel/mode.ts'
import type { StatisticsDeps } from './keep-statistics.ts'
import { type DayStatistics, dayOf, emptyDay, withFacts } from './rules/day-statistics.ts'
import { countedFacts } from './store/counted-facts.ts'
import { daysBetween } from './store/day-statistics.ts'

const dayMs = 86_400_000

/**
 * The last `count` days of a mode, the oldest first and today last, including what happened in the minutes that are not
 * counted yet: one query of the days, then one of sessions and one of events.
 */
export async function readStatistics(
  { table, now }: StatisticsDeps,
  mode: Mode,
  count: number,
): Promise<DayStatistics[]> {
  const at = now()
  const names = Array.from({ length: count }, (_, n) =>
    dayOf(new Date(at.getTime() - (count - 1 - n) * dayMs)),
  )
  const stored = await daysBetween(table, mode, { from: names[0] ?? '', to: names.at(-1) ?? '' })
  const latest = stored.at(-1)
  const from = latest?.until ?? new Date(at.getTime() - dayMs)
  const { facts, until } = await countedFacts(table, mode, { from, until: at })
  const days = new Map([...stored, ...withFacts(latest, facts, until)].map((day) => [day.day, day]))
  return names.map((name) => days.get(name) ?? emptyDay(name, at))
}
