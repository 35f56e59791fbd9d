import type { DepositWallet, DepositWallets } from '../shared/payments/wallet/deposit-wallet.ts'
import { firstWalletId } from '../shared/payments/wallet/rules/wallet-id.ts'

const oldest: DepositWallet = {
  walletId: firstWalletId,
  firstIndex: 0,
  searchFrom: 0,
  addressAt: (index) => `0x${String(index).padStart(40, '0')}`,
}

/** The wallets of an instance, the newest last, with made-up addresses unless given. */
export function walletsOf(
  ...given: readonly Partial<DepositWallet>[]
): () => Promise<DepositWallets> {
  const all = given.map((wallet) => ({ ...oldest, ...wallet }))
  return async () => ({ all, newest: all.at(-1) ?? oldest })
}
