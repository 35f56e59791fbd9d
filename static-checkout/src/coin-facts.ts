import type { AssetChoice, CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { formatAmount } from './format.ts'

const names: Readonly<Record<string, string>> = {
  ETH: 'Ether',
  USDC: 'USD Coin',
  USDT: 'Tether USD',
  DAI: 'Dai',
  EURC: 'Euro Coin',
  PYUSD: 'PayPal USD',
  POL: 'Polygon',
  BNB: 'BNB',
  AVAX: 'Avalanche',
}

/** The coin's own name, which is the same in every language. */
export function coinFullName(asset: string): string {
  return names[asset] ?? asset
}

/** Ethereum itself and its test network: everywhere else a transfer costs cents. */
const costlyChains: readonly number[] = [1, 11155111]

export function hasHighFee({ chainId }: Pick<AssetChoice, 'chainId'>): boolean {
  return costlyChains.includes(chainId)
}

const dollars: readonly string[] = ['USDC', 'USDT', 'DAI', 'PYUSD']

/** About how much the order costs in a coin, where that is known without asking; the choice locks the exact amount. */
export function amountIn(choice: AssetChoice, view: CheckoutView): string | null {
  if (choice.asset === view.asset) return formatAmount(view.amount, view)
  const isDollar = dollars.includes(choice.asset) && view.fiat.currency === 'USD'
  return isDollar ? formatAmount({ formatted: view.fiat.amount }, choice) : null
}
