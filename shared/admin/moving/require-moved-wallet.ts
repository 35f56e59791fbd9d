import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
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
  if (moved?.endedAt === null) throw notEnded()
  const expected = moved?.leftOut.wallets[present.length]
  if (!expected) return
  const { live, test } = expected.firstAddresses
  if (firstAddresses.live === live && firstAddresses.test === test) return
  const message = `The data that was moved here needs the mnemonic of ${expected.walletId} first, whose first live address is ${live}. With another one, what its payments hold can't be collected. A further wallet for new sessions is added afterwards: wallet add.`
  throw new ServiceError('state_changed', message)
}

function notEnded(): ServiceError {
  const message =
    'The import of data into this instance has not ended. Run it again first: npm run operate -- data import'
  return new ServiceError('state_changed', message)
}
