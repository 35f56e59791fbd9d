import { chainById } from '../../chain/chains.ts'
import type { Mode } from '../../kernel/mode.ts'
import { refuseChainSetting } from './rules/chain-setting-refusals.ts'

type Rules = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/**
 * Throws `unsupported_chain` or `unsupported_asset` if a sweep rule is for money that the mode can't have: it would be
 * ignored in silence. Its name is a chain id, or a chain id and an asset, such as `8453.USDC`.
 */
export function refuseUnsweepable(mode: Mode, rules: Rules): void {
  for (const [setting, values = {}] of Object.entries(rules)) {
    for (const name of Object.keys(values)) refuseUnknown(mode, `${setting}.${name}`)
  }
}

function refuseUnknown(mode: Mode, param: string): void {
  const [, chainId, asset] = param.split('.')
  const chain = chainById(Number(chainId))
  if (chain?.mode !== mode) {
    throw refuseChainSetting('no_sweep_chain', { param, chainId: `${chainId}`, mode }, { param })
  }
  const known = [chain.native, ...chain.tokens].map(({ symbol }) => symbol)
  if (asset === undefined || known.includes(asset)) return
  const values = { param, chain: chain.name, asset, known: known.join(', ') }
  throw refuseChainSetting('no_swept_asset', values, { param })
}
