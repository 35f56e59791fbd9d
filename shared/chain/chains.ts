import type { Chain, HexAddress, Token } from './chain.ts'
import { localChains } from './registry/local-chains.ts'
import { mainnets } from './registry/mainnets.ts'
import { testnets } from './registry/testnets.ts'

/** The registry of chains and tokens; a new one is a row. The local ones come first. */
export const chains: readonly Chain[] = [...localChains, ...mainnets, ...testnets]

/** The registry's row, or undefined if the chain is not in it. */
export function chainById(chainId: number): Chain | undefined {
  return chains.find((chain) => chain.chainId === chainId)
}

/** Such as `chain 5` if it is not in the registry. */
export function chainName(chainId: number): string {
  return chainById(chainId)?.name ?? `chain ${chainId}`
}

/** A coin or token of a chain; `tokenAddress` is null for the native coin. */
export type ChainAsset = {
  symbol: string
  tokenAddress: HexAddress | null
  decimals: number
  usdPegged: boolean
}

/** The asset with that symbol that sessions can be paid in, or undefined. */
export function assetOf(chain: Chain, symbol: string): ChainAsset | undefined {
  return offeredAssets(chain).find((asset) => asset.symbol === symbol)
}

/** All assets of a chain that are recognised when they arrive, the native coin first. */
export function assetsOf({ native, tokens }: Pick<Chain, 'native' | 'tokens'>): ChainAsset[] {
  return [coinOf(native), ...tokens.map(assetOfToken)]
}

/** The assets that sessions can be paid in. */
export function offeredAssets({ native, tokens }: Pick<Chain, 'native' | 'tokens'>): ChainAsset[] {
  const coin = native.checkout === false ? [] : [coinOf(native)]
  return [...coin, ...tokens.filter(({ checkout }) => checkout).map(assetOfToken)]
}

function coinOf({ symbol, decimals }: Chain['native']): ChainAsset {
  return { symbol, decimals, tokenAddress: null, usdPegged: false }
}

function assetOfToken({ symbol, address, decimals, usdPegged }: Token): ChainAsset {
  return { symbol, decimals, usdPegged, tokenAddress: address }
}

/** The symbols of the USD stablecoins that these chains offer, once each. */
export function peggedSymbols(among: readonly Pick<Chain, 'tokens'>[]): string[] {
  const tokens = among.flatMap((chain) => chain.tokens)
  return [
    ...new Set(
      tokens.filter(({ usdPegged, checkout }) => usdPegged && checkout).map(({ symbol }) => symbol),
    ),
  ]
}

/** The explorer's URL of a transaction; null for a chain without an explorer. */
export function transactionUrl({ explorer }: Pick<Chain, 'explorer'>, hash: string): string | null {
  return explorer ? explorer.tx.replace('{hash}', hash) : null
}

/** The explorer's page of an address; null for a chain without one. */
export function addressUrl({ explorer }: Pick<Chain, 'explorer'>, address: string): string | null {
  return explorer ? explorer.address.replace('{address}', address) : null
}

/** The explorer's own address, as wallets store it with a chain. */
export function explorerOrigin({ explorer }: Pick<Chain, 'explorer'>): string | null {
  return explorer && new URL(explorer.tx).origin
}
