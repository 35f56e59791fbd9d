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
  /** Transactions that someone named. They only speed the search up: what is found is the same without. */
  hints?: readonly string[]
}

/**
 * Every payment of one asset to an address within a range of blocks, oldest first. Throws `ChainUnavailable`, also
 * where the chain is reorganised meanwhile.
 */
export async function findTransfers(
  client: ChainClient,
  { address, token, fromBlock, toBlock, hints = [] }: TransferSearch,
): Promise<FoundTransfer[]> {
  if (fromBlock > toBlock) return []
  const range = { address: getAddress(address), fromBlock, toBlock }
  return readChain(client, () =>
    token === null
      ? findNativeTransfers(client, { ...range, hints })
      : findTokenTransfers(client, { ...range, token: getAddress(token) }),
  )
}
