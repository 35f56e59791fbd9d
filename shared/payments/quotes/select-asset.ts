import type { Chain } from '../../chain/chain.ts'
import { assetOf, type ChainAsset, offeredAssets } from '../../chain/chains.ts'
import { ServiceError } from '../../kernel/errors.ts'

/** A coin or token on one chain that a session can be priced in. */
export type PayableAsset = ChainAsset & { chain: Chain }

type Choice = { chainId?: number | undefined; asset?: string | undefined }
type Default = { defaultChainId: number | null; defaultAsset: string | null }

/**
 * The asset of a new session. If both are given, exactly that pair. Otherwise the missing part comes from the
 * merchant's default if it fits, otherwise it is the chain's native coin, or the first enabled chain that has the
 * asset. Throws `unsupported_chain` and `unsupported_asset`.
 */
export function selectAsset(
  enabledChains: readonly Chain[],
  choice: Choice,
  fallback: Default,
): PayableAsset {
  const chain = selectChain(enabledChains, choice, fallback)
  const symbol = choice.asset ?? defaultAssetOn(chain, fallback)
  const asset = payable(chain, symbol)
  if (asset) return asset
  throw new ServiceError(
    'unsupported_asset',
    `asset ${symbol} is not offered on chain ${chain.chainId}. Use one of ${symbolsOf([chain])}.`,
    { param: 'asset' },
  )
}

function selectChain(enabled: readonly Chain[], choice: Choice, fallback: Default): Chain {
  if (choice.chainId !== undefined) {
    const chain = enabled.find((c) => c.chainId === choice.chainId)
    if (chain) return chain
    throw new ServiceError(
      'unsupported_chain',
      `chainId ${choice.chainId} is not enabled in this mode. Use one of ${enabled.map((c) => c.chainId).join(', ')}.`,
      { param: 'chainId' },
    )
  }
  const candidates = byPreference(enabled, fallback.defaultChainId)
  const { asset } = choice
  const chain = asset === undefined ? candidates[0] : candidates.find((c) => payable(c, asset))
  if (chain) return chain
  throw new ServiceError(
    'unsupported_asset',
    `asset ${asset} is not offered on any chain. Use one of ${symbolsOf(enabled)}.`,
    { param: 'asset' },
  )
}

function symbolsOf(chains: readonly Chain[]): string {
  const symbols = chains.flatMap(offeredAssets).map(({ symbol }) => symbol)
  return [...new Set(symbols)].join(', ')
}

function byPreference(enabled: readonly Chain[], preferred: number | null): Chain[] {
  return enabled.toSorted(
    (a, b) => Number(b.chainId === preferred) - Number(a.chainId === preferred),
  )
}

function defaultAssetOn(chain: Chain, { defaultAsset }: Default): string {
  if (defaultAsset !== null && payable(chain, defaultAsset)) return defaultAsset
  // The native coin, unless the owner left it out.
  return offeredAssets(chain)[0]?.symbol ?? chain.native.symbol
}

function payable(chain: Chain, symbol: string): PayableAsset | undefined {
  const asset = assetOf(chain, symbol)
  return asset && { ...asset, chain }
}
