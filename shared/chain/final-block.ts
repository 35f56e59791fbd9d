import { BlockNotFoundError, type Client } from 'viem'
import { getBlock } from 'viem/actions'
import { type BlockRef, blockTime } from './read-block.ts'
import { rpcRefusal } from './rpc-refusal.ts'

/** The newest block that a node marks as final; undefined if it has no such tag. */
export async function finalBlock(node: Client): Promise<BlockRef | undefined> {
  try {
    const { number, hash, timestamp } = await getBlock(node, { blockTag: 'finalized' })
    return { number, hash, timestamp: blockTime(timestamp) }
  } catch (error) {
    if (isTagMissing(error)) return undefined
    throw error
  }
}

/** Nodes without the tag call the request invalid or the block unknown; whoever is out of reach says neither. */
function isTagMissing(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  const { code, details = '' } = rpcRefusal(error) ?? {}
  return code === -32602 || /finali[sz]ed|tag|unknown block/i.test(details)
}
