import type { Chain } from '../chain/chain.ts'
import { assetOf, type ChainAsset, offeredAssets } from '../chain/chains.ts'
import { ServiceError } from '../kernel/errors.ts'

/** A coin or token on one chain, as a session is priced in. */
export type PayableAsset = ChainAsset & { chain: Chain }

type Wish = { chainId?: number | undefined; asset?: string | undefined }
type Default = { defaultChainId: number | null; defaultAsset: string | null }

/**
 * The asset a session is opened in. Both given: exactly that pair. Otherwise the missing half comes from the merchant's
 * default where it fits, else the chain's native coin, or the first enabled chain that has the asset.
 * Throws `unsupported_chain` and `unsupported_asset`.
 */
export function selectAsset(
  enabledChains: readonly Chain[],
  wish: Wish,
  fallback: Default,
): PayableAsset {
  const chain = selectChain(enabledChains, wish, fallback)
  const symbol = wish.asset ?? defaultAssetOn(chain, fallback)
  const asset = payable(chain, symbol)
  if (asset) return asset
  throw new ServiceError(
    'unsupported_asset',
    `asset ${symbol} is not offered on chain ${chain.chainId}; offered there: ${offeredAssets(chain)
      .map((a) => a.symbol)
      .join(', ')}.`,
    { param: 'asset' },
  )
}

function selectChain(enabled: readonly Chain[], wish: Wish, fallback: Default): Chain {
  if (wish.chainId !== undefined) {
    const chain = enabled.find((c) => c.chainId === wish.chainId)
    if (chain) return chain
    throw new ServiceError(
      'unsupported_chain',
      `chainId ${wish.chainId} is not enabled in this mode; enabled: ${enabled.map((c) => c.chainId).join(', ')}.`,
      { param: 'chainId' },
    )
  }
  const candidates = byPreference(enabled, fallback.defaultChainId)
  const { asset } = wish
  const chain = asset === undefined ? candidates[0] : candidates.find((c) => payable(c, asset))
  if (chain) return chain
  throw new ServiceError('unsupported_asset', `asset ${asset} is not offered on any chain.`, {
    param: 'asset',
  })
}

function byPreference(enabled: readonly Chain[], preferred: number | null): Chain[] {
  return enabled.toSorted(
    (a, b) => Number(b.chainId === preferred) - Number(a.chainId === preferred),
  )
}

function defaultAssetOn(chain: Chain, { defaultAsset }: Default): string {
  return defaultAsset !== null && payable(chain, defaultAsset) ? defaultAsset : chain.native.symbol
}

function payable(chain: Chain, symbol: string): PayableAsset | undefined {
  const asset = assetOf(chain, symbol)
  return asset && { ...asset, chain }
}
