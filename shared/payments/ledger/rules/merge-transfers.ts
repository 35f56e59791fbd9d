import { type Transfer, transferKey } from './transfer.ts'

/**
 * The ledger after a search of the canonical chain: found transfers are taken as found, and known ones that were not
 * found are orphaned. `changed` lists the transfers to save. Parts of one transaction are added up.
 */
export function mergeTransfers(
  known: readonly Transfer[],
  found: readonly Transfer[],
): { transfers: Transfer[]; changed: Transfer[] } {
  const ledger = new Map(known.map((t) => [transferKey(t), { ...t, orphaned: true }]))
  for (const [key, transfer] of addedUp(found)) ledger.set(key, transfer)
  const before = new Map(known.map((t) => [transferKey(t), t]))
  const transfers = [...ledger.values()]
  return { transfers, changed: transfers.filter((t) => !isSame(t, before.get(transferKey(t)))) }
}

function addedUp(found: readonly Transfer[]): Map<string, Transfer> {
  const sums = new Map<string, Transfer>()
  for (const transfer of found) {
    const key = transferKey(transfer)
    const amountBase = transfer.amountBase + (sums.get(key)?.amountBase ?? 0n)
    sums.set(key, { ...transfer, amountBase })
  }
  return sums
}

function isSame(a: Transfer, b: Transfer | undefined): boolean {
  return (
    b !== undefined &&
    a.blockHash === b.blockHash &&
    a.amountBase === b.amountBase &&
    a.orphaned === b.orphaned
  )
}
