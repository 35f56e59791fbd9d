import type { Chain } from '../../shared/chain/chain.ts'
import { chainById } from '../../shared/chain/chains.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Config } from '../config.ts'

/** The enabled chains of a mode, for functions that don't call nodes. */
export function offeredChains(config: Config): (mode: Mode) => readonly Chain[] {
  const chains = config('CHAIN_IDS').map((chainId) => {
    const chain = chainById(chainId)
    invariant(chain, `CHAIN_IDS names chain ${chainId}, which the registry does not have`)
    return chain
  })
  return (mode) => chains.filter((chain) => chain.mode === mode)
}
