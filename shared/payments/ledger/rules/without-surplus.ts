import type { Transfer } from './transfer.ts'

/**
 * The transfers that make up the counted amount, `countedBase`, without the surplus: drops the newest ones, or a single
 * one if it equals the surplus. Transfers are never split, so the sum may still be larger. Applying it twice changes
 * nothing.
 */
export function withoutSurplus(transfers: readonly Transfer[], countedBase: bigint): Transfer[] {
  const beyondBase = transfers.reduce((sum, t) => sum + t.amountBase, 0n) - countedBase
  const newestFirst = transfers.toSorted((a, b) => Number(b.blockNumber - a.blockNumber))
  const surplus = new Set<Transfer>()
  let leftBase = beyondBase
  for (const transfer of newestFirst) {
    if (transfer.amountBase > leftBase) continue
    surplus.add(transfer)
    leftBase -= transfer.amountBase
  }
  const single = newestFirst.find(({ amountBase }) => amountBase === beyondBase)
  if (leftBase > 0n && single) return transfers.filter((transfer) => transfer !== single)
  return transfers.filter((transfer) => !surplus.has(transfer))
}
