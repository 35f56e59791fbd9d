import { BaseError, BlockNotFoundError, RpcRequestError } from 'viem'
import { getBlock } from 'viem/actions'
import { ChainUnavailable } from './chain-unavailable.ts'
import type { ChainClient } from './open-chain.ts'
import { type BlockRef, blockTime, readBlock } from './read-block.ts'

/**
 * The newest block that counts as confirmed under `head`: by depth (the head alone is one confirmation), or, on a chain
 * that marks final blocks, by that mark. A number other than the chain's own is the operator's and counts by depth.
 * Undefined while the chain is shorter than that. Throws `ChainUnavailable` and viem's errors.
 */
export async function confirmedBlock(
  client: ChainClient,
  head: BlockRef,
  confirmations: number,
): Promise<BlockRef | undefined> {
  const { chain } = client
  const isByTag = chain.confirmedBy === 'finalized-tag' && confirmations === chain.confirmations
  const final = isByTag ? await finalBlock(client) : undefined
  if (!final) return blockAtDepth(client, head, BigInt(confirmations) - 1n)
  if (final.number <= head.number) return final
  throw new ChainUnavailable(chain.chainId, 'its head is behind its last final block')
}

async function blockAtDepth(
  { node }: ChainClient,
  head: BlockRef,
  depth: bigint,
): Promise<BlockRef | undefined> {
  if (depth === 0n) return head
  return depth > head.number ? undefined : readBlock(node, head.number - depth)
}

/** Undefined where the node has no such tag. */
async function finalBlock({ node }: ChainClient): Promise<BlockRef | undefined> {
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
  const answer = error instanceof BaseError && error.walk((e) => e instanceof RpcRequestError)
  return (
    answer instanceof RpcRequestError &&
    (answer.code === -32602 || /finali[sz]ed|tag|unknown block/i.test(answer.details))
  )
}
