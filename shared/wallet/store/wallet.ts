import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { keys } from '../../kernel/store/keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { addition } from '../../kernel/store/writes.ts'

const walletItem = z.object({ accountKey: sealed })

/** The context that a mode's sealed extended public key is bound to. */
export function accountKeyContext(mode: Mode): Record<string, string> {
  return { item: 'account-key', mode }
}

/** The context that the sealed mnemonic is bound to. */
export const mnemonicContext = { item: 'mnemonic' } as const

/** The write that stores a mode's sealed extended public key; its condition fails if there is one. */
export function accountKeyCreation(mode: Mode, accountKey: Sealed): Write {
  return addition({ ...keys.wallet(mode), accountKey })
}

/** The write that stores the sealed mnemonic; its condition fails if there is one. */
export function mnemonicCreation(mnemonic: Sealed): Write {
  return addition({ ...keys.mnemonic(), mnemonic })
}

/** A mode's sealed extended public key, or undefined before setup. */
export async function loadAccountKey(table: Table, mode: Mode): Promise<Sealed | undefined> {
  const item = await readItem(table, keys.wallet(mode), walletItem)
  return item?.accountKey
}
