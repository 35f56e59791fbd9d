import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { sweepReplacement } from '../../../payments/holdings/store/sweeps.ts'

/** Stores the next version of a sweep, with other writes. Returns undefined if another run was first. */
export async function saveSweep(
  table: Table,
  sweep: Sweep,
  writes: readonly Write[] = [],
): Promise<Sweep | undefined> {
  const next = { ...sweep, version: sweep.version + 1 }
  const { committed } = await transact(table, [sweepReplacement(next, sweep.version), ...writes])
  return committed ? next : undefined
}
