/** The wallet of the setup. Items that name no wallet are of this one. */
export const firstWalletId = 'wallet-1'
