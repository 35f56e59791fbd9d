import type { Table } from '../../kernel/store/table.ts'
import { isWatchOnly } from '../../records/settings/store/instance.ts'
import { refuseWallet } from './rules/wallet-refusals.ts'

/** Throws `state_changed` for a watch-only instance, for what needs words. */
export async function requireWords(table: Table): Promise<void> {
  if (!(await isWatchOnly(table))) return
  throw refuseWallet('watch_only')
}
