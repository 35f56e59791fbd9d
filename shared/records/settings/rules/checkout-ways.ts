import { providerNames } from '../../integrations/rules/provider-name.ts'

/** The ways to pay that the checkout page can offer, in the order that it shows them in by default. */
export const checkoutMethods = ['coins', ...providerNames] as const

export type CheckoutMethod = (typeof checkoutMethods)[number]

/** Every way to pay once, in the merchant's order; ways that the merchant did not order follow. */
export function inOrder(given: readonly CheckoutMethod[]): CheckoutMethod[] {
  return [...new Set([...given, ...checkoutMethods])]
}

/** The wallet apps that the page knows links for. */
export const walletApps = ['metamask', 'trust', 'coinbase', 'phantom', 'okx'] as const

export type WalletAppName = (typeof walletApps)[number]
