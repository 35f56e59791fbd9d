import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { isRestoredCounter } from './store/derivation-counter.ts'

/**
 * Throws `state_changed` if the counter is that of a backup, and `restore` has not noted yet where it stood. It searches for
 * money from there on.
 */
export async function requireOwnCounter(table: Table, mode: Mode): Promise<void> {
  if (!(await isRestoredCounter(table, mode))) return
  const message =
    'This table was restored from a backup. Stop it first: npm run operate -- restore --stop'
  throw new ServiceError('state_changed', message)
}
