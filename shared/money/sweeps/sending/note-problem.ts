import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import type { SweepServices } from '../sweep-services.ts'
import { saveSweep } from './save-sweep.ts'

/** Stores what holds a sweep up. Written once, not in every run. */
export async function noteProblem(
  { table }: Pick<SweepServices, 'table'>,
  sweep: Sweep,
  problem: string,
): Promise<void> {
  if (sweep.problem !== problem) await saveSweep(table, { ...sweep, problem })
}
