import { commit } from '../../kernel/operation/commit.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { decideSent } from './decide-sent.ts'
import type { FoundPayment, Refund } from './rules/refund.ts'
import { loadRefund } from './store/refunds.ts'

/**
 * Binds the first of the payments to the refund that is no other refund's. False if there is none, or if the refund no
 * longer waits for one.
 */
export function saveSent(
  deps: SessionEventDeps,
  { mode, id }: Refund,
  payments: readonly FoundPayment[],
): Promise<boolean> {
  return commit(deps.table, async () => {
    const before = await loadRefund(deps.table, mode, id)
    const decision = before && (await decideSent(deps, before, payments))
    return decision ? { ...decision, result: true } : { result: false }
  })
}
