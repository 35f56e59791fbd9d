import { canonicalBlockHash } from '../chain/canonical-block-hash.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import type { Transfer } from './rules/transfer.ts'

/** More payments than people make: what comes to such an address is searched for once. */
export const manyTransfers = 16

/**
 * Those of the transfers, oldest first, whose blocks still stand. Of many only the border is searched: what was noted
 * before a block that stands is on its chain.
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

/** Whether the blocks of transfers still stand. Those that are confirmed may have been exchanged as well. */
export async function areCanonical(
  client: ChainClient,
  transfers: readonly Transfer[],
): Promise<boolean> {
  const blocks = new Map(transfers.toSorted(byBlock).map((t) => [t.blockHash, t.blockNumber]))
  // What was noted before a block that stands is on its chain.
  const checks = [...blocks]
    .slice(-manyTransfers)
    .map(async ([hash, blockNumber]) => (await canonicalBlockHash(client, blockNumber)) === hash)
  return (await Promise.all(checks)).every(Boolean)
}

export function byBlock(a: Transfer, b: Transfer): number {
  return Number(a.blockNumber - b.blockNumber)
}
