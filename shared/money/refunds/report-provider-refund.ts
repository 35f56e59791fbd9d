import { newId } from '../../kernel/ids.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import {
  enqueuePendingDeliveries,
  type SessionEventDeps,
  sessionEvents,
} from '../../payments/checkout-sessions/session-events.ts'
import { sessionRefund } from '../../payments/checkout-sessions/store/sessions.ts'
import type { ProviderRefund } from './rules/provider-refund.ts'
import { loadProviderRefund, providerRefundWrite } from './store/provider-refunds.ts'
import { presentAnyRefund } from './wire/refund.ts'

type Reported = Pick<ProviderRefund, 'provider' | 'paymentId' | 'isCounted' | 'amount' | 'currency'>

/**
 * The decision to note what a provider gave back, with its event. `id` is that of the refund of an earlier report of the
 * same payment, which may have been of a part of it. What it writes is conditional on the session as it was read.
 */
export async function providerRefundDecision(
  deps: SessionEventDeps,
  {
    session: loaded,
    id,
    reported,
  }: { session: CheckoutSession; id: string | null; reported: Reported },
): Promise<Required<Pick<Decision<ProviderRefund>, 'result' | 'writes' | 'after'>>> {
  const { mode, id: sessionId } = loaded
  const now = deps.now()
  const before = id === null ? undefined : await loadProviderRefund(deps.table, mode, id)
  const refund: ProviderRefund = {
    ...reported,
    id: before?.id ?? newId('refund', now, deps.randomBytes),
    mode,
    version: (before?.version ?? 0) + 1,
    status: 'reported',
    sessionId,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  }
  const session = { ...loaded, version: loaded.version + 1, sequence: loaded.sequence + 1 }
  const event = { type: 'refund.reported', data: { refund: presentAnyRefund(refund) } } as const
  const { writes, deliveries } = await sessionEvents(deps, session, [event])
  return {
    result: refund,
    writes: [
      providerRefundWrite(refund, before?.version ?? 0),
      sessionRefund(session, loaded.version),
      ...writes,
    ],
    after: () => enqueuePendingDeliveries(deps, deliveries),
  }
}
