import { resourceNotFound } from '../../kernel/errors.ts'
import { findInModes, modes } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Sweep } from '../../payments/holdings/rules/sweep.ts'
import { loadSweep } from '../../payments/holdings/store/sweeps.ts'

/** The sweep of that id in either mode. Throws `resource_not_found`. */
export async function requireSweep(table: Table, id: string): Promise<Sweep> {
  const sweep = await findInModes(modes, (mode) => loadSweep(table, mode, id))
  if (!sweep) throw resourceNotFound('sweep', id)
  return sweep
}
