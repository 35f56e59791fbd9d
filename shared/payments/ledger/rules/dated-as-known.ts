import { type Transfer, transferKey } from './transfer.ts'

/**
 * The transfers that a search found for `balanceBase`, except that `known` ones in canonical blocks keep their block:
 * they replace newer money without a transaction, and add what the search missed.
 */
export function datedAsKnown(
  known: readonly Transfer[],
  found: readonly Transfer[],
  { balanceBase }: { balanceBase: bigint },
): Transfer[] {
  const keys = new Set(found.map(transferKey))
  let waiting = known.filter((transfer) => !keys.has(transferKey(transfer)))
  const take = (amountBase: bigint, isPart: (transfer: Transfer) => boolean) => {
    let restBase = amountBase
    const taken = waiting.filter((transfer) => {
      const fits = isPart(transfer) && transfer.amountBase <= restBase
      if (fits) restBase -= transfer.amountBase
      return fits
    })
    waiting = waiting.filter((transfer) => !taken.includes(transfer))
    return { taken, restBase }
  }
  const dated = found.flatMap((transfer) => {
    if (transfer.txHash !== null) return [transfer]
    const isOlder = ({ blockNumber }: Transfer) => blockNumber < transfer.blockNumber
    const { taken, restBase } = take(transfer.amountBase, isOlder)
    return restBase > 0n ? [...taken, { ...transfer, amountBase: restBase }] : taken
  })
  const missingBase = balanceBase - found.reduce((sum, { amountBase }) => sum + amountBase, 0n)
  return [...dated, ...take(missingBase, ({ txHash }) => txHash !== null).taken]
}
