import type { Chain } from '../../chain/chain.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { IsContractServices } from './is-contract.ts'

/** Throws `unsupported_chain` for a network that is not enabled: nothing is swept there. */
export async function requireEnabled(
  { chains }: Pick<IsContractServices, 'chains'>,
  { mode, chainId, name }: Chain,
  param: string,
): Promise<void> {
  if ((await chains(mode)).some(({ chain }) => chain.chainId === chainId)) return
  const message = `${param}: ${name} is not enabled in ${mode} mode. Enable it first: npm run operate -- networks add.`
  throw new ServiceError('unsupported_chain', message, { param })
}
