import type { Chain } from './chain.ts'
import { commonBlock, type Tip } from './common-block.ts'
import { gather } from './gather.ts'
import { operatorCount } from './operator-votes.ts'
import { type BlockRef, readBlock } from './read-block.ts'

/** Whether the chain's mark decides. A number other than the chain's own is the operator's and counts by depth. */
export function isConfirmedByTag(
  { confirmedBy, confirmations: own }: Chain,
  confirmations: number,
): boolean {
  return confirmedBy === 'finalized-tag' && confirmations === own
}

/** A node and the newest block that it has; `final` is the newest that it marks as final, if that was asked for. */
export type NodeHead = Tip & { final: BlockRef | undefined }

type Depth = { judged: BlockRef; confirmations: number; votes: number; patienceMs: number }

/**
 * The newest block that counts as confirmed under the judged one, by the word of as many operators: by depth (the judged
 * block alone is one confirmation), or by the mark of nodes that gave one. Genesis while the chain is shorter than that.
 * Undefined if the nodes do not agree on it.
 */
export async function confirmedBlock(
  heads: readonly NodeHead[],
  { judged, confirmations, votes, patienceMs }: Depth,
): Promise<BlockRef | undefined> {
  const wished = judged.number - BigInt(confirmations) + 1n
  const height = wished < 0n ? 0n : wished
  const asked = heads.map(async (head) => {
    if (head.final) return { ...head, block: head.final }
    if (head.block.number === height) return head
    return { ...head, block: await readBlock(head.node, height) }
  })
  const isEnough = (given: readonly NodeHead[]) => operatorCount(given) >= votes
  const { given, failures } = await gather(asked, { isEnough, patienceMs })
  if (given.length === 0) throw failures[0]
  const common = await commonBlock(given, { votes, patienceMs })
  return common && common.number > judged.number ? judged : common
}
