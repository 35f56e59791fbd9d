import { formatBase } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { depositId } from '../../payments/ledger/rules/unmatched-deposit.ts'
import { loadUnmatchedDeposits } from '../../payments/ledger/store/unmatched-deposits.ts'
import { refundableOfDeposit, refundableOfSession } from './rules/refund.ts'
import type { RefundableBody } from './wire/refundable.ts'

/** What of a payment can still be refunded: what the session counted, and each unmatched deposit. */
export async function refundableMoney(
  table: Table,
  session: CheckoutSession,
): Promise<RefundableBody[]> {
  const { mode, id: sessionId, lock } = session
  const deposits = await loadUnmatchedDeposits(table, { mode, sessionId })
  const own = { depositId: null, leftBase: refundableOfSession(session), ...lock }
  const all = [
    own,
    ...deposits.map((deposit) => ({
      ...deposit,
      depositId: depositId(deposit),
      leftBase: refundableOfDeposit(deposit),
      asset: deposit.symbol,
    })),
  ]
  return all
    .filter(({ leftBase }) => leftBase > 0n)
    .map(({ depositId: id, leftBase, decimals, asset, chainId }) => {
      return { depositId: id, amount: formatBase(leftBase, decimals), asset, chainId }
    })
}
