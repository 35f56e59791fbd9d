/** A wallet as deposit addresses are derived from it, in one mode. */
export type DepositWallet = {
  walletId: string
  /** Where its sessions begin: earlier derivation indices are of earlier wallets. */
  firstIndex: number
  /** Where money that no session explains can begin. */
  searchFrom: number
  addressAt: (index: number) => string
}

/** The wallets of a mode, with the newest separate, which new sessions use. */
export type DepositWallets = { newest: DepositWallet; all: readonly DepositWallet[] }
