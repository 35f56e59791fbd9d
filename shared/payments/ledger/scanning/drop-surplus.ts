import type { Table } from '../../../kernel/store/table.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { withoutSurplus } from '../rules/without-surplus.ts'
import { saveTransfers } from '../store/transfers.ts'
import type { Ledger } from './count-money.ts'

/**
 * The ledger of a closed session without the transfers beyond its counted amount: those that were seen and not
 * confirmed when it closed, and those that another scan recorded meanwhile. They are found again as an unmatched
 * deposit.
 */
export async function dropSurplus(
  table: Table,
  { mode, id, received }: CheckoutSession,
  ledger: Ledger,
): Promise<Ledger> {
  const standing = ledger.transfers.filter(({ orphaned }) => !orphaned)
  const counted = withoutSurplus(standing, received.confirmedBase)
  const dropped = standing.filter((transfer) => !counted.includes(transfer))
  await saveTransfers(
    table,
    { mode, sessionId: id },
    dropped.map((transfer) => ({ ...transfer, orphaned: true })),
  )
  const transfers = ledger.transfers.filter((transfer) => !dropped.includes(transfer))
  return { ...ledger, transfers }
}
