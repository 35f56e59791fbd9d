import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type WalletAccounts, walletAccounts } from './keys/wallet-accounts.ts'
import { readWords } from './sealed-texts.ts'
import { loadMnemonic, mnemonicContext } from './store/wallet.ts'
import { walletNotConfigured } from './wallet-not-configured.ts'

export type OpenWalletServices = {
  table: Table
  /** Opens what was sealed for the purpose `hd-mnemonic`, by `open` of `shared/kernel/sealing/seal.ts`, without a cache. */
  openMnemonic: (sealed: Sealed, context: Record<string, string>) => Promise<string>
}

/** A wallet that can sign, and when its words were sealed. */
export type OpenedWallet = WalletAccounts & { sealedAt: Date }

/**
 * The accounts of a wallet in a mode, which can sign. Only the sweep may call this. Call `wipe` after the last deposit
 * account. Throws `wallet_not_configured`.
 */
export async function openWallet(
  { table, openMnemonic }: OpenWalletServices,
  mode: Mode,
  walletId: string,
): Promise<OpenedWallet> {
  const sealed = await loadMnemonic(table, walletId)
  if (!sealed) throw walletNotConfigured()
  const words = readWords(await openMnemonic(sealed, mnemonicContext(walletId)))
  return { ...walletAccounts(words.mnemonic, mode), sealedAt: words.sealedAt }
}
