import { readBlock } from '../blocks/read-block.ts'
import type { HexAddress } from '../chain.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { coinBalance } from './balance-at.ts'

/** The balance of the native coin at a node's newest block. Throws `ChainUnavailable`. */
export function latestCoin(client: ChainClient, address: HexAddress): Promise<bigint> {
  return readChain(client, async () => {
    const { hash } = await readBlock(client.node)
    return coinBalance(client.node, address, { blockHash: hash })
  })
}
