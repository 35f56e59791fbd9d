import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import type { SweepProblem } from '../../../payments/holdings/rules/sweep-problems.ts'
import type { SweepServices } from '../sweep-services.ts'
import { saveSweep } from './save-sweep.ts'

/** Stores what holds a sweep up. Written once, not in every run. */
export async function noteProblem(
  { table }: Pick<SweepServices, 'table'>,
  sweep: Sweep,
  { text: problem, words: problemWords }: SweepProblem,
): Promise<void> {
  if (sweep.problem !== problem) await saveSweep(table, { ...sweep, problem, problemWords })
}
