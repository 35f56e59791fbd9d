import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { deleteParts } from '../exports/store/export-parts.ts'
import { exportDeletion, listExports } from '../exports/store/exports.ts'

/**
 * Deletes the files of a mode, any of which may have the customer's payments. The parts go first, so that a run that dies
 * leaves none behind. Returns false if one got another part meanwhile.
 */
export async function forgetExports(table: Table, mode: Mode): Promise<boolean> {
  // Also those that are over, and that DynamoDB hasn't deleted yet.
  const jobs = await listExports(table, mode, new Date(0))
  for (const job of jobs.filter(({ of }) => of !== 'refunds')) {
    await deleteParts(table, job)
    const { committed } = await transact(table, [exportDeletion(job)])
    if (!committed) return false
  }
  return true
}
