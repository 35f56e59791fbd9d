/** A wallet as deposit addresses are derived from it, in one mode. */
export type DepositWallet = {
  walletId: string
  /** The first index of its sessions: earlier derivation indices are of earlier wallets. */
  firstIndex: number
  /** The first index at which there may be money that no session explains. */
  searchFrom: number
  addressAt: (index: number) => string
}

/** The wallets of a mode, with the newest separate, which new sessions use. */
export type DepositWallets = { newest: DepositWallet; all: readonly DepositWallet[] }
