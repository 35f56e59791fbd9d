import type { ChainClient } from './open-chain.ts'

/**
 * The chain with this number of confirmations as its own, so that everything reads the same confirmed block. A number
 * other than the chain's own counts depth.
 */
export function withDepth(client: ChainClient, confirmations: number): ChainClient {
  const { chain } = client
  if (confirmations === chain.confirmations) return client
  return { ...client, chain: { ...chain, confirmations, confirmedBy: 'depth' } }
}
