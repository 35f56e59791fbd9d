import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import {
  type GasWallet,
  gasWalletCreation,
  loadGasWalletAddress,
} from './store/wallet-addresses.ts'

/** Another gas wallet is stored than the mnemonic has, so its owner may have sent coin to a stranger's address. */
export class GasWalletTampered extends Error {
  constructor({ mode, walletId }: GasWallet) {
    super(`the stored gas wallet of ${walletId} in ${mode} mode is not that of its mnemonic`)
    this.name = 'GasWalletTampered'
  }
}

/**
 * Stores the address of a gas wallet if there is none, as for an instance that was set up before it was stored. Throws
 * `GasWalletTampered` if another one is.
 */
export async function noteGasWallet(table: Table, wallet: GasWallet): Promise<void> {
  const stored = await loadGasWalletAddress(table, wallet.mode, wallet.walletId)
  if (stored === wallet.address) return
  if (stored !== undefined) throw new GasWalletTampered(wallet)
  const { committed } = await transact(table, [gasWalletCreation(wallet)])
  if (!committed) await noteGasWallet(table, wallet)
}
