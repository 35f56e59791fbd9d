import { refusing } from '../../../kernel/refusals.ts'

/** About settings that name chains and assets. */
export const chainSettingRefusals = {
  asset_of_no_chain: {
    code: 'unsupported_asset',
    param: 'defaultAsset',
    text: 'defaultAsset {asset} is not an asset of any chain of {mode} mode. Choose the symbol of a coin or token, such as USDC.',
  },
  asset_of_other_chains: {
    code: 'unsupported_asset',
    param: 'defaultAsset',
    text: 'defaultAsset {asset} is not an asset of chain {chainId}. Set defaultChainId to one that has it as well ({others}), or choose another asset.',
  },
  no_sweep_chain: {
    code: 'unsupported_chain',
    text: '{param}: chain {chainId} is not a chain of {mode} mode.',
  },
  no_swept_asset: {
    code: 'unsupported_asset',
    text: '{param}: {chain} has no {asset}. What is swept there: {known}.',
  },
  chain_of_other_mode: {
    code: 'unsupported_chain',
    text: 'Chain {chainId} is not a chain of {mode} mode.',
  },
} as const

export const refuseChainSetting = refusing(chainSettingRefusals)
