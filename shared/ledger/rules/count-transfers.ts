import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import type { Counted } from '../../checkout-sessions/rules/decide-session.ts'
import type { Transfer } from './transfer.ts'

/**
 * What an address received up to block `upTo`, by when it came. `balanceBase` at that block is the judge: transfers
 * only tell when money arrived, so no more is ever counted than the balance holds.
 */
export function countTransfers(
  session: Pick<CheckoutSession, 'expiresAt' | 'lateUntil'>,
  transfers: readonly Transfer[],
  { balanceBase, upTo }: { balanceBase: bigint; upTo: bigint },
): Counted {
  const standing = transfers.filter((t) => !t.orphaned && t.blockNumber <= upTo)
  const sumUntil = (deadline: Date) =>
    smaller(
      balanceBase,
      standing
        .filter((t) => isInTime(t.blockTime, deadline))
        .reduce((sum, t) => sum + t.amountBase, 0n),
    )
  return {
    totalBase: balanceBase,
    onTimeBase: sumUntil(session.expiresAt),
    inWindowBase: sumUntil(session.lateUntil),
  }
}

/** Blocks carry whole seconds, so a deadline is rounded down to the second before they are compared. */
function isInTime(blockTime: Date, deadline: Date): boolean {
  return blockTime.getTime() <= Math.floor(deadline.getTime() / 1000) * 1000
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
