import { BaseError } from 'viem'
import { ChainUnavailable } from './chain-unavailable.ts'
import type { ChainClient } from './open-chain.ts'

/**
 * Runs a reading. What the node or its answer got wrong becomes `ChainUnavailable` with a cause; bugs stay what they
 * are.
 */
export async function readChain<Result>(
  { chain }: Pick<ChainClient, 'chain'>,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof BaseError ? unavailable(chain.chainId, error) : error
  }
}

function unavailable(chainId: number, error: BaseError): ChainUnavailable {
  const known = error.walk((cause) => cause instanceof ChainUnavailable)
  if (known instanceof ChainUnavailable) return known
  const details = [error.shortMessage, error.details].filter(Boolean).join(' ')
  // viem's own errors carry the node's whole URL, and providers put their keys into its path.
  const cause = new Error(details.replaceAll(/(https?:\/\/[^\s/]+)\S*/g, '$1'))
  cause.name = error.name
  return new ChainUnavailable(chainId, 'its node gave no usable answer', { cause })
}
