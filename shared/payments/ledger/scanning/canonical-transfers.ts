import { canonicalBlockHash } from '../../../chain/blocks/canonical-block-hash.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import type { Transfer } from '../rules/transfer.ts'

/** More payments than a person makes: above this number, only newer transfers are searched for. */
export const manyTransfers = 16

/**
 * The transfers, oldest first, whose blocks are still canonical. With many of them, a binary search finds the first
 * reorged one: everything before a canonical block is canonical too.
 */
export async function canonicalPart(
  client: ChainClient,
  standing: readonly Transfer[],
): Promise<Transfer[]> {
  if (standing.length <= manyTransfers) {
    const checks = await Promise.all(standing.map((t) => areCanonical(client, [t])))
    return standing.filter((_, index) => checks[index])
  }
  let [kept, gone] = [0, standing.length]
  while (kept < gone) {
    const middle = Math.ceil((kept + gone) / 2)
    const last = standing.slice(middle - 1, middle)
    if (await areCanonical(client, last)) kept = middle
    else gone = middle - 1
  }
  return standing.slice(0, kept)
}

/** Whether the blocks of transfers are still canonical. Even confirmed blocks may have been reorged. */
export async function areCanonical(
  client: ChainClient,
  transfers: readonly Transfer[],
): Promise<boolean> {
  const blocks = new Map(transfers.toSorted(byBlock).map((t) => [t.blockHash, t.blockNumber]))
  // Everything before a canonical block is canonical too.
  const checks = [...blocks]
    .slice(-manyTransfers)
    .map(async ([hash, blockNumber]) => (await canonicalBlockHash(client, blockNumber)) === hash)
  return (await Promise.all(checks)).every(Boolean)
}

export function byBlock(a: Transfer, b: Transfer): number {
  return Number(a.blockNumber - b.blockNumber)
}
