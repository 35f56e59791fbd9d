import { getAddress } from 'viem'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { findNativeTransfers } from './find-native-transfers.ts'
import { findTokenTransfers } from './find-token-transfers.ts'
import type { FoundTransfer } from './found-transfer.ts'

export type TransferSearch = {
  address: string
  /** ERC-20 contract; null for the native coin. */
  token: string | null
  /** Both inclusive. */
  fromBlock: bigint
  toBlock: bigint
  /** The balance before that range, for nodes that no longer have that state. */
  heldBeforeBase?: bigint
  /** Transactions that a notification named. They only speed up the search: the result is the same without them. */
  hints?: readonly string[]
  /** Maximum blocks to search, those with the largest amounts first; by default all. */
  maxBlocks?: number
  /** Throws rather than return a part of a token's transfers, if the node has neither logs nor states that old. */
  complete?: boolean
}

/**
 * Every payment of one asset to an address within a range of blocks, oldest first. Throws `ChainUnavailable`, also if a
 * reorg happens meanwhile.
 */
export async function findTransfers(
  client: ChainClient,
  { address, token, heldBeforeBase = 0n, hints = [], maxBlocks = 1e6, ...blocks }: TransferSearch,
): Promise<FoundTransfer[]> {
  if (blocks.fromBlock > blocks.toBlock) return []
  const range = { address: getAddress(address), ...blocks, maxBlocks }
  return readChain(client, () =>
    token === null
      ? findNativeTransfers(client, { ...range, heldBeforeBase, hints })
      : findTokenTransfers(client, { ...range, token: getAddress(token) }),
  )
}
