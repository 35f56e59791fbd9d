import type { Chain, HexAddress } from './chain.ts'
import { localChains } from './registry/local-chains.ts'
import { mainnets } from './registry/mainnets.ts'
import { testnets } from './registry/testnets.ts'

/** The registry of chains and tokens; a new one is a row. The local ones come first. */
export const chains: readonly Chain[] = [...localChains, ...mainnets, ...testnets]

/** The registry's row, or undefined where the chain is not in it. */
export function chainById(chainId: number): Chain | undefined {
  return chains.find((chain) => chain.chainId === chainId)
}

/** A coin or token of a chain; `tokenAddress` is null for the native coin. */
export type ChainAsset = {
  symbol: string
  tokenAddress: HexAddress | null
  decimals: number
  usdPegged: boolean
}

/** The chain's asset of that symbol, or undefined. */
export function assetOf(chain: Chain, symbol: string): ChainAsset | undefined {
  return assetsOf(chain).find((asset) => asset.symbol === symbol)
}

/** All assets of a chain, the native coin first. */
export function assetsOf({ native, tokens }: Chain): ChainAsset[] {
  return [
    { ...native, tokenAddress: null, usdPegged: false },
    ...tokens.map(({ symbol, address, decimals, usdPegged }) => ({
      ...{ symbol, decimals, usdPegged },
      tokenAddress: address,
    })),
  ]
}

/** Where the explorer shows a transaction; null for a chain without one. */
export function transactionUrl({ explorer }: Pick<Chain, 'explorer'>, hash: string): string | null {
  return explorer ? explorer.tx.replace('{hash}', hash) : null
}
