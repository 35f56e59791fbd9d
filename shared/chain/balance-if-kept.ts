import { erc20Abi, getAddress } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { AddressAsset } from './balance-call.ts'
import { isStateMissing } from './oldest-balance.ts'
import type { ChainClient } from './open-chain.ts'
import { readChain } from './read-chain.ts'

/** What an address held after a block; undefined if the node no longer has that state. Throws `ChainUnavailable`. */
export async function balanceIfKept(
  client: ChainClient,
  asset: AddressAsset,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  return readChain(client, async () => {
    try {
      return await balanceAt(client, asset, blockNumber)
    } catch (error) {
      if (isStateMissing(error)) return undefined
      throw error
    }
  })
}

function balanceAt(
  { node }: ChainClient,
  { address, token }: AddressAsset,
  blockNumber: bigint,
): Promise<bigint> {
  const holder = getAddress(address)
  if (token === null) return getBalance(node, { address: holder, blockNumber })
  const contract = { address: getAddress(token), abi: erc20Abi, blockNumber }
  return readContract(node, { ...contract, functionName: 'balanceOf', args: [holder] })
}
