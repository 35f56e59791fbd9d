import type { Client, Hash } from 'viem'
import { getBlock } from 'viem/actions'

/** A block of the canonical chain at the time of reading. */
export type BlockRef = { number: bigint; hash: Hash; timestamp: Date }

/** The block of that number, or the head. Throws viem's `BlockNotFoundError` if there is none yet. */
export async function readBlock(node: Client, blockNumber?: bigint): Promise<BlockRef> {
  const block = await getBlock(node, blockNumber === undefined ? {} : { blockNumber })
  return { number: block.number, hash: block.hash, timestamp: blockTime(block.timestamp) }
}

/** A block's timestamp, in whole seconds, as a date. */
export function blockTime(timestamp: bigint): Date {
  return new Date(Number(timestamp) * 1000)
}
