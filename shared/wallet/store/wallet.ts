import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { keys } from '../../kernel/store/keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { addition } from '../../kernel/store/writes.ts'
import { firstWalletId } from '../rules/wallet-id.ts'

const walletItem = z.object({ accountKey: sealed })
const mnemonicItem = z.object({ mnemonic: sealed })

/** The context that a mode's sealed extended public key is bound to. */
export function accountKeyContext(mode: Mode): Record<string, string> {
  return { item: 'account-key', mode }
}

/** The context that the sealed mnemonic of a wallet is bound to. */
export function mnemonicContext(walletId: string): Record<string, string> {
  return { item: 'mnemonic', ...(walletId !== firstWalletId && { wallet: walletId }) }
}

/** The write that stores a mode's sealed extended public key; its condition fails if there is one. */
export function accountKeyCreation(mode: Mode, accountKey: Sealed): Write {
  return addition({ ...keys.wallet(mode), accountKey })
}

/** The write that stores the sealed mnemonic of a wallet; its condition fails if there is one. */
export function mnemonicCreation(walletId: string, mnemonic: Sealed): Write {
  return addition({ ...mnemonicKey(walletId), mnemonic })
}

/** A wallet's sealed mnemonic, or undefined if there is no such wallet. */
export async function loadMnemonic(table: Table, walletId: string): Promise<Sealed | undefined> {
  const item = await readItem(table, mnemonicKey(walletId), mnemonicItem)
  return item?.mnemonic
}

function mnemonicKey(walletId: string) {
  return walletId === firstWalletId ? keys.mnemonic() : keys.addedMnemonic(walletId)
}

/** A mode's sealed extended public key, or undefined before setup. */
export async function loadAccountKey(table: Table, mode: Mode): Promise<Sealed | undefined> {
  const item = await readItem(table, keys.wallet(mode), walletItem)
  return item?.accountKey
}
