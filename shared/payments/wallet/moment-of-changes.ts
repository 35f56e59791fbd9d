import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadStop } from './store/derivation-counter.ts'

type Canceling = {
  mode: Mode
  /** The time of the backup, while it is restored: what was pending then is canceled, although it is in effect by now. */
  pendingAt: string | undefined
}

/**
 * At which moment a change has to be pending to be canceled: now, or at the backup, since only a table that is restored can
 * lack a cancellation. Throws `state_changed` for a backup unless `restore` runs: a change in effect is changed again.
 */
export async function momentOfChanges(
  { table, now }: { table: Table; now: () => Date },
  { mode, pendingAt }: Canceling,
): Promise<Date> {
  if (pendingAt === undefined) return now()
  if (await loadStop(table, mode)) return new Date(pendingAt)
  const message =
    'Only restore cancels a change that is in effect. To change it again, set it: that takes effect after 24 hours.'
  throw new ServiceError('state_changed', message)
}
