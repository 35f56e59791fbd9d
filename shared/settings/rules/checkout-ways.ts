/** The ways to pay that the checkout page can offer. A provider will be one more name here, and one more entry on the page. */
export const checkoutMethods = ['coins'] as const

export type CheckoutMethod = (typeof checkoutMethods)[number]

/** The wallet apps that the page knows links for. */
export const walletApps = ['metamask', 'trust', 'coinbase', 'phantom', 'okx'] as const

export type WalletAppName = (typeof walletApps)[number]
