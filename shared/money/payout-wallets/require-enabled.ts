import type { Chain } from '../../chain/chain.ts'
import type { IsContractServices } from './is-contract.ts'
import { refusePayoutWallet } from './rules/payout-wallet-refusals.ts'

/** Throws `unsupported_chain` for a network that is not enabled: nothing is swept there. */
export async function requireEnabled(
  { chains }: Pick<IsContractServices, 'chains'>,
  { mode, chainId, name }: Chain,
  param: string,
): Promise<void> {
  if ((await chains(mode)).some(({ chain }) => chain.chainId === chainId)) return
  throw refusePayoutWallet('network_not_enabled', { param, chain: name, mode }, { param })
}
