import { assetOf, chains } from '../../chain/chains.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Settings } from './rules/settings.ts'

/**
 * Throws `unsupported_asset` if the default chain, or without one every chain of the mode, lacks the default asset: new
 * sessions would silently ignore it.
 */
export function requireKnownAsset(
  mode: Mode,
  { defaultChainId, defaultAsset }: Pick<Settings, 'defaultChainId' | 'defaultAsset'>,
): void {
  if (defaultAsset === null) return
  const ofMode = chains.filter((chain) => chain.mode === mode)
  const candidates = ofMode.filter(({ chainId }) => (defaultChainId ?? chainId) === chainId)
  if (candidates.some((chain) => assetOf(chain, defaultAsset))) return
  const where = defaultChainId === null ? `any chain of ${mode} mode` : `chain ${defaultChainId}`
  const having = ofMode.filter((chain) => assetOf(chain, defaultAsset)).map((c) => c.chainId)
  const remedy = having.length
    ? `Set defaultChainId to ${having.join(' or ')} as well, or choose another asset.`
    : 'Choose the symbol of a coin or token, such as USDC.'
  throw new ServiceError(
    'unsupported_asset',
    `defaultAsset ${defaultAsset} is not an asset of ${where}. ${remedy}`,
    { param: 'defaultAsset' },
  )
}
