import { chainById } from '../../chain/chains.ts'

/** Also of a chain that is no longer in the registry. */
export function chainName(chainId: number): string {
  return chainById(chainId)?.name ?? `chain ${chainId}`
}
