import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import { readAccountKey } from './sealed-texts.ts'
import { accountKeyContext, listAccountKeys } from './store/wallet.ts'

export type WalletSealedAtServices = {
  table: Table
  /** Opens what was sealed for the purpose `account-public-keys`. */
  openAccountKey: (sealed: Sealed, context: Record<string, string>) => Promise<string>
}

/** When the oldest wallet of a mode was sealed, as its seal says; undefined if there is none. */
export async function walletSealedAt(
  { table, openAccountKey }: WalletSealedAtServices,
  mode: Mode,
): Promise<Date | undefined> {
  const stored = await listAccountKeys(table, mode)
  const times = await Promise.all(
    stored.map(async ({ accountKey, walletId }) => {
      const text = await openAccountKey(accountKey, accountKeyContext(mode, walletId))
      return readAccountKey(text).sealedAt
    }),
  )
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0]
}
