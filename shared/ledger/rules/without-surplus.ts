import type { Transfer } from './transfer.ts'

/**
 * The transfers that make up the counted amount, `countedBase`, without those beyond it, the newest first. Transfers
 * are never split, so the sum may still be larger. Applying it twice changes nothing.
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
