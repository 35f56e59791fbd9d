import { resourceNotFound } from '../../kernel/errors.ts'
import { modes } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Sweep } from '../../payments/holdings/rules/sweep.ts'
import { loadSweep } from '../../payments/holdings/store/sweeps.ts'

/** The sweep of that id in either mode. Throws `resource_not_found`. */
export async function requireSweep(table: Table, id: string): Promise<Sweep> {
  const found = await Promise.all(modes.map((mode) => loadSweep(table, mode, id)))
  const sweep = found.find((one) => one !== undefined)
  if (!sweep) throw resourceNotFound('sweep', id)
  return sweep
}
