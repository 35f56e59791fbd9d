import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { balanceAt } from './balance-at.ts'
import type { AddressAsset } from './balance-call.ts'
import { isStateMissing } from './oldest-balance.ts'

/** The balance after a block; undefined if the node no longer has that state. Throws `ChainUnavailable`. */
export async function balanceIfKept(
  client: ChainClient,
  asset: AddressAsset,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  return readChain(client, async () => {
    try {
      return await balanceAt(client.node, asset, { blockNumber })
    } catch (error) {
      if (isStateMissing(error)) return undefined
      throw error
    }
  })
}
