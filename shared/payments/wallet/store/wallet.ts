import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { byAge, firstWalletId } from '../rules/wallet-id.ts'
import { walletKeys } from './keys.ts'

/** A wallet's extended public key in a mode, which its deposit addresses are derived from. */
export type StoredAccountKey = {
  walletId: string
  accountKey: Sealed
  /** The first index of its sessions: earlier derivation indices are of earlier wallets. */
  firstIndex: number
  /** The first index at which there may be money that no session explains. */
  searchFrom: number
}

const accountKeyItem = z.object({
  walletId: z.string().default(firstWalletId),
  accountKey: sealed,
  firstIndex: z.int().default(0),
  searchFrom: z.int().default(0),
})

const mnemonicItem = z.object({ mnemonic: sealed })

/** The context that the sealed extended public key of a mode and wallet is bound to. */
export function accountKeyContext(mode: Mode, walletId = firstWalletId): Record<string, string> {
  return { item: 'account-key', mode, ...ofWallet(walletId) }
}

/** The context that the sealed mnemonic of a wallet is bound to. */
export function mnemonicContext(walletId: string): Record<string, string> {
  return { item: 'mnemonic', ...ofWallet(walletId) }
}

function ofWallet(walletId: string): Record<string, string> {
  return walletId === firstWalletId ? {} : { wallet: walletId }
}

/** The write that stores a wallet's sealed extended public key; its condition fails if there is one. */
export function accountKeyCreation(mode: Mode, stored: StoredAccountKey): Write {
  const { walletId } = stored
  const key =
    walletId === firstWalletId ? walletKeys.wallet(mode) : walletKeys.addedWallet(mode, walletId)
  return addition({ ...key, ...stored })
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
  return walletId === firstWalletId ? walletKeys.mnemonic() : walletKeys.addedMnemonic(walletId)
}

/** A mode's sealed extended public keys, the newest wallet last (consistent); none before setup. */
export async function listAccountKeys(table: Table, mode: Mode): Promise<StoredAccountKey[]> {
  const stored = await queryAll(table, { partition: walletKeys.wallet(mode).pk }, accountKeyItem)
  return stored.toSorted(byAge)
}
