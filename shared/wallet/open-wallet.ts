import type { Mode } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import { type WalletAccounts, walletAccounts } from './keys/wallet-accounts.ts'
import { loadMnemonic, mnemonicContext } from './store/wallet.ts'
import { walletNotConfigured } from './wallet-not-configured.ts'

export type OpenWalletServices = {
  table: Table
  /** Opens what was sealed for the purpose `hd-mnemonic`, by `open` of `shared/wallet/keys/seal.ts`, without a cache. */
  openMnemonic: (sealed: Sealed, context: Record<string, string>) => Promise<string>
}

/**
 * The accounts of a wallet in a mode, which can sign. Only the sweep may call this. Call `wipe` after the last deposit
 * account. Throws `wallet_not_configured`.
 */
export async function openWallet(
  { table, openMnemonic }: OpenWalletServices,
  mode: Mode,
  walletId: string,
): Promise<WalletAccounts> {
  const sealed = await loadMnemonic(table, walletId)
  if (!sealed) throw walletNotConfigured()
  return walletAccounts(await openMnemonic(sealed, mnemonicContext(walletId)), mode)
}
