import { assetOf, chains } from '../chain/chains.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Settings } from './rules/settings.ts'

/**
 * Throws `unsupported_asset` for a default asset that the default chain, or any chain of the mode, doesn't have: opening
 * a session would ignore it silently.
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
    ? `Set defaultChainId to one of ${having.join(', ')} with it, or choose another asset.`
    : 'Choose the symbol of a coin or token, such as USDC.'
  throw new ServiceError(
    'unsupported_asset',
    `defaultAsset ${defaultAsset} is not an asset of ${where}. ${remedy}`,
    { param: 'defaultAsset' },
  )
}
