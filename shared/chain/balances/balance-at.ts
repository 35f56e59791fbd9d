import { type Client, decodeAbiParameters, getAddress, numberToHex } from 'viem'
import type { BlockRef } from '../blocks/read-block.ts'
import type { HexAddress } from '../chain.ts'
import { type AddressAsset, tokenCallData } from './balance-call.ts'

/** A block by its number or hash, or the newest. */
export type At =
  | 'latest'
  | { blockHash: BlockRef['hash']; requireCanonical?: true }
  | { blockNumber: bigint }

/** The balance after a block. Throws viem's errors, `AbiDecodingZeroDataError` if there was no such token. */
export async function balanceAt(
  node: Client,
  { address, token }: AddressAsset,
  at: At,
): Promise<bigint> {
  if (token === null) return coinBalance(node, getAddress(address), at)
  const result = await node.request({
    method: 'eth_call',
    params: [{ to: getAddress(token), data: tokenCallData(address) }, stateOf(at)],
  })
  const [balance] = decodeAbiParameters([{ type: 'uint256' }], result)
  return balance
}

/** An address's balance of the native coin. By hand: viem's `getBalance` adds what makes contract calls, 35 kB. */
export async function coinBalance(node: Client, address: HexAddress, at: At): Promise<bigint> {
  return BigInt(await node.request({ method: 'eth_getBalance', params: [address, stateOf(at)] }))
}

function stateOf(at: At) {
  if (at === 'latest') return at
  return 'blockHash' in at ? at : numberToHex(at.blockNumber)
}
