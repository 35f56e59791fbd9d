import type { Decision } from '../../kernel/operation/commit.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { refundDecision } from './change-refund.ts'
import { type FoundPayment, type Refund, sentWith } from './rules/refund.ts'
import { paymentBindings, unboundPayments } from './store/refunds.ts'

/**
 * The decision that a refund was sent with the first of the payments that is no other refund's, and never will be.
 * Undefined if there is none, or if it waits for none.
 */
export async function decideSent(
  deps: SessionEventDeps,
  before: Refund,
  payments: readonly FoundPayment[],
): Promise<Required<Pick<Decision<Refund>, 'result' | 'writes' | 'after'>> | undefined> {
  const [payment] = await unboundPayments(deps.table, before, payments)
  const after = payment && sentWith(before, payment.transfer, deps.now())
  if (!after) return undefined
  const decision = await refundDecision(deps, { before, after, event: 'refund.sent' })
  return { ...decision, writes: [...decision.writes, ...paymentBindings(before, payment)] }
}
