import { BlockNotFoundError, type Client } from 'viem'
import { getBlock } from 'viem/actions'
import { rpcRefusal } from '../nodes/rpc-refusal.ts'
import { type BlockRef, blockTime } from './read-block.ts'

/** The newest block that a node tags as finalized; undefined if it doesn't support the tag. */
export async function finalBlock(node: Client): Promise<BlockRef | undefined> {
  try {
    const { number, hash, timestamp } = await getBlock(node, { blockTag: 'finalized' })
    return { number, hash, timestamp: blockTime(timestamp) }
  } catch (error) {
    if (isTagMissing(error)) return undefined
    throw error
  }
}

/** Nodes without the tag reject the request as invalid or the block as unknown; unreachable nodes do neither. */
function isTagMissing(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  const { code, details = '' } = rpcRefusal(error) ?? {}
  return code === -32602 || /finali[sz]ed|tag|unknown block/i.test(details)
}
