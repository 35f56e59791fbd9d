import { smaller } from '../../../kernel/money.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import type { Counted } from '../../checkout-sessions/rules/decide-session.ts'
import type { Transfer } from './transfer.ts'

/**
 * The amount that an address received up to block `upTo`, by time of arrival. `balanceBase` at that block decides how
 * much: transfers only show when money arrived, so the count never exceeds the balance.
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

/** Block times are whole seconds, so a deadline is rounded down before the comparison. */
export function isInTime(blockTime: Date, deadline: Date): boolean {
  return blockTime.getTime() <= Math.floor(deadline.getTime() / 1000) * 1000
}
