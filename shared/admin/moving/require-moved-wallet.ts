import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { refuseMoving } from './rules/moving-refusals.ts'
import { loadMovedData } from './store/moved-data.ts'

/**
 * Checks that a wallet that is to be stored after the `present` ones is the next one of the data that was moved here, if
 * any is left: its addresses are those of the moved sessions. Throws `state_changed`.
 */
export async function requireMovedWallet(
  table: Table,
  present: readonly unknown[],
  firstAddresses: Record<Mode, string>,
): Promise<void> {
  const moved = await loadMovedData(table)
  if (moved?.endedAt === null) throw refuseMoving('import_not_ended')
  const expected = moved?.leftOut.wallets[present.length]
  if (!expected) return
  const { live, test } = expected.firstAddresses
  if (firstAddresses.live === live && firstAddresses.test === test) return
  throw refuseMoving('moved_wallet_first', { walletId: expected.walletId, address: live })
}
