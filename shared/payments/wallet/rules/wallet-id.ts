/** The wallet of the setup. Items that name no wallet are of this one. */
export const firstWalletId = 'wallet-1'

/** Wallets are numbered in the order in which they were added. */
export function walletNumber(walletId: string): number {
  return Number(walletId.replace('wallet-', ''))
}

export function walletIdAt(number: number): string {
  return `wallet-${number}`
}

export function byAge(one: { walletId: string }, other: { walletId: string }): number {
  return walletNumber(one.walletId) - walletNumber(other.walletId)
}
