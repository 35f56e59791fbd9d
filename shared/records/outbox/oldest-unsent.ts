import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { nextDeliveries } from './store/overdue-deliveries.ts'

/** The time in seconds that a mode's oldest due delivery has waited for its attempt. */
export async function oldestUnsentSeconds(
  table: Table,
  { mode, now }: { mode: Mode; now: Date },
): Promise<number> {
  const rows = await nextDeliveries(table, mode)
  const waited = rows.map(({ nextAttemptAt }) => now.getTime() - nextAttemptAt.getTime())
  return Math.max(0, ...waited) / 1000
}
