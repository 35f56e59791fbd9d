import { BlockNotFoundError } from 'viem'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { readBlock } from './read-block.ts'

/** The hash of the canonical block of that number now; undefined if the chain is shorter. */
export async function canonicalBlockHash(
  client: ChainClient,
  blockNumber: bigint,
): Promise<string | undefined> {
  return readChain(client, async () => {
    try {
      return (await readBlock(client.node, blockNumber)).hash
    } catch (error) {
      if (error instanceof BlockNotFoundError) return undefined
      throw error
    }
  })
}
