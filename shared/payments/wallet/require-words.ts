import { ServiceError } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/store/table.ts'
import { isWatchOnly } from '../../records/settings/store/instance.ts'

/** Throws `state_changed` for a watch-only instance, for what needs words. */
export async function requireWords(table: Table): Promise<void> {
  if (!(await isWatchOnly(table))) return
  const message =
    'This instance is watch-only: it has no words, and sends nothing. Its owner sweeps with npm run recover, see docs/watch-only.md.'
  throw new ServiceError('state_changed', message)
}
