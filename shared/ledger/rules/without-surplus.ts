import type { Transfer } from './transfer.ts'

/**
 * The transfers that make up what was counted, `countedBase`: what comes on top of it is left out, the newest first. A
 * transfer is never split, so they may come to more than that; the same again changes nothing.
 */
export function withoutSurplus(transfers: readonly Transfer[], countedBase: bigint): Transfer[] {
  let surplusBase = transfers.reduce((sum, t) => sum + t.amountBase, 0n) - countedBase
  const surplus = new Set<Transfer>()
  for (const transfer of transfers.toSorted((a, b) => Number(b.blockNumber - a.blockNumber))) {
    if (transfer.amountBase > surplusBase) continue
    surplus.add(transfer)
    surplusBase -= transfer.amountBase
  }
  return transfers.filter((transfer) => !surplus.has(transfer))
}
