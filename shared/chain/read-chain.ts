import { BaseError } from 'viem'
import { ChainUnavailable } from './chain-unavailable.ts'
import type { ChainClient } from './open-chain.ts'

const maxDetails = 300

/**
 * Runs a reading. Errors of the node or its response become `ChainUnavailable` with a cause; bugs are rethrown as they
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
  const details = [error.shortMessage, error.details, rootOf(error)].filter(Boolean).join(' ')
  // viem's own errors carry the node's whole URL, and providers put their keys into its path.
  const cause = new Error(shortened(details.replaceAll(/(https?:\/\/[^\s/?#]+)\S*/g, '$1')))
  cause.name = error.name
  return new ChainUnavailable(chainId, 'its node gave no usable response', { cause })
}

/** Why a request failed: `fetch failed` alone doesn't distinguish a wrong host name from a node that is down. */
function rootOf(error: BaseError): string | undefined {
  const root: unknown = error.walk()
  if (!(root instanceof Error) || root instanceof BaseError) return undefined
  // A failed attempt at several addresses of one host has a code and no message.
  const reason = root.message || ('code' in root ? String(root.code) : '')
  return reason && !error.details.includes(reason) ? `(${reason})` : undefined
}

/** A server that isn't a node may respond with a whole page. */
function shortened(text: string): string {
  return text.length > maxDetails ? `${text.slice(0, maxDetails)}…` : text
}
