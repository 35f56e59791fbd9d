import type { Chain } from '../chain.ts'
import { commonBlock, type Tip } from '../nodes/common-block.ts'
import { gather } from '../nodes/gather.ts'
import { operatorCount } from '../nodes/operator-votes.ts'
import { type BlockRef, readBlock } from './read-block.ts'

/**
 * Whether the `finalized` tag decides. A number other than the chain's own was set by the operator and counts depth.
 */
export function isConfirmedByTag(
  { confirmedBy, confirmations: own }: Chain,
  confirmations: number,
): boolean {
  return confirmedBy === 'finalized-tag' && confirmations === own
}

/** A node and its newest block; `final` is the newest that it tags as finalized, if that was asked for. */
export type NodeHead = Tip & { final: BlockRef | undefined }

type Depth = { quorumBlock: BlockRef; confirmations: number; votes: number; patienceMs: number }

/**
 * The newest block that counts as confirmed under the quorum block, if enough operators agree: by depth (the quorum
 * block alone is one confirmation), or by the `finalized` tag of nodes that have it. Genesis while the chain is shorter
 * than that. Undefined if the nodes disagree.
 */
export async function confirmedBlock(
  heads: readonly NodeHead[],
  { quorumBlock, confirmations, votes, patienceMs }: Depth,
): Promise<BlockRef | undefined> {
  const target = quorumBlock.number - BigInt(confirmations) + 1n
  const height = target < 0n ? 0n : target
  const asked = heads.map(async (head) => {
    if (head.final) return { ...head, block: head.final }
    if (head.block.number === height) return head
    return { ...head, block: await readBlock(head.node, height) }
  })
  const isEnough = (given: readonly NodeHead[]) => operatorCount(given) >= votes
  const { given, failures } = await gather(asked, { isEnough, patienceMs })
  if (given.length === 0) throw failures[0]
  const common = await commonBlock(given, { votes, patienceMs })
  return common && common.number > quorumBlock.number ? quorumBlock : common
}
