import { getAddress } from 'viem'
import { findNativeTransfers } from './find-native-transfers.ts'
import { findTokenTransfers } from './find-token-transfers.ts'
import type { FoundTransfer } from './found-transfer.ts'
import type { ChainClient } from './open-chain.ts'
import { readChain } from './read-chain.ts'

export type TransferSearch = {
  address: string
  /** ERC-20 contract; null for the native coin. */
  token: string | null
  /** Both inclusive. */
  fromBlock: bigint
  toBlock: bigint
  /** What the address held before that range, for nodes that do not know any more. */
  heldBeforeBase?: bigint
  /** Transactions that someone named. They only speed the search up: what is found is the same without. */
  hints?: readonly string[]
  /** At most so many blocks are searched, those with the most money first; by default all. */
  mostBlocks?: number
}

/**
 * Every payment of one asset to an address within a range of blocks, oldest first. Throws `ChainUnavailable`, also
 * where the chain is reorganised meanwhile.
 */
export async function findTransfers(
  client: ChainClient,
  { address, token, heldBeforeBase = 0n, hints = [], mostBlocks = 1e6, ...blocks }: TransferSearch,
): Promise<FoundTransfer[]> {
  if (blocks.fromBlock > blocks.toBlock) return []
  const range = { address: getAddress(address), ...blocks, mostBlocks }
  return readChain(client, () =>
    token === null
      ? findNativeTransfers(client, { ...range, heldBeforeBase, hints })
      : findTokenTransfers(client, { ...range, token: getAddress(token) }),
  )
}
