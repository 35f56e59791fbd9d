import { formatBase, larger, smaller } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { depositId } from '../../payments/ledger/rules/unmatched-deposit.ts'
import { loadUnmatchedDeposits } from '../../payments/ledger/store/unmatched-deposits.ts'
import { refundableOfDeposit, refundableOfSession } from './rules/refund.ts'
import type { RefundableBody } from './wire/refundable.ts'

/** The amounts of a payment that can still be refunded: the session's counted money, and each unmatched deposit. */
export async function refundableMoney(
  table: Table,
  session: CheckoutSession,
): Promise<RefundableBody[]> {
  const { mode, id: sessionId, lock } = session
  const deposits = await loadUnmatchedDeposits(table, { mode, sessionId })
  const leftBase = refundableOfSession(session)
  const suggestedBase = smaller(leftBase, excessOf(session) || leftBase)
  const own = { depositId: null, leftBase, suggestedBase, ...lock }
  const all = [
    own,
    ...deposits.map((deposit) => ({
      ...deposit,
      depositId: depositId(deposit),
      leftBase: refundableOfDeposit(deposit),
      suggestedBase: refundableOfDeposit(deposit),
      asset: deposit.symbol,
    })),
  ]
  return all
    .filter(({ leftBase }) => leftBase > 0n)
    .map(({ depositId: id, leftBase, suggestedBase, decimals, asset, chainId }) => {
      const suggested = formatBase(suggestedBase, decimals)
      return { depositId: id, amount: formatBase(leftBase, decimals), suggested, asset, chainId }
    })
}

/** The part of an overpayment above the amount due that no refund returns yet; zero for any other session. */
function excessOf({ status, received, lock, refunds }: CheckoutSession): bigint {
  if (status !== 'overpaid') return 0n
  return larger(0n, received.confirmedBase - lock.amountBase - refunds.promisedBase)
}
