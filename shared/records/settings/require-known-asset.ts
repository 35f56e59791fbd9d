import { assetOf, chains } from '../../chain/chains.ts'
import type { Mode } from '../../kernel/mode.ts'
import { refuseChainSetting } from './rules/chain-setting-refusals.ts'
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
  const others = ofMode.filter((chain) => assetOf(chain, defaultAsset)).map((c) => c.chainId)
  throw defaultChainId === null || others.length === 0
    ? refuseChainSetting('asset_of_no_chain', { asset: defaultAsset, mode })
    : refuseChainSetting('asset_of_other_chains', {
        asset: defaultAsset,
        chainId: defaultChainId,
        others: others.join(', '),
      })
}
