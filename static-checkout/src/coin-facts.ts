import type { AssetChoice } from '../../shared/merchant/checkout/wire/checkout.ts'

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
