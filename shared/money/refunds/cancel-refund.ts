import type { ServiceError } from '../../kernel/errors.ts'
import type { Change } from '../../kernel/operation/audit.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { queueingDeliveries } from '../../records/outbox/delivery-queue.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { refundDecision } from './change-refund.ts'
import { requireRefund } from './require-refund.ts'
import { canceled, type Refund } from './rules/refund.ts'
import { refuseRefund } from './rules/refund-refusals.ts'
import { presentRefund, refund } from './wire/refund.ts'

export const cancelRefund = merchantOperation({
  name: 'cancel-refund',
  route: 'POST /api/v1/refunds/{id}/cancel',
  scope: 'refunds:write',
  input: noInput,
  output: ok(refund),
  errors: ['state_changed'],
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  docs: {
    tag: 'Refunds',
    summary: 'Cancel a refund',
    description:
      'Before its transfer is found: the amount can be refunded again, and the customer’s link ends. Make sure that you have not sent the money.',
  },
  needs: queueingDeliveries,
  /** Throws `resource_not_found` and `state_changed`. */
  async run(services: SessionEventDeps, { mode, id }) {
    const before = await requireRefund(services.table, [mode], id)
    const after = canceled(before, { now: services.now(), evenIfSent: false })
    if (!after) throw notCancelable(before)
    const change = { before, after, event: 'refund.canceled' } as const
    const decision = await refundDecision(services, change)
    const changes = [cancelation(before)]
    return { ...decision, changes, result: presentRefund(decision.result) }
  },
})

/** For the audit log. */
export function cancelation({ mode, id: target, status }: Refund): Change {
  return { mode, action: 'refund.cancel', target, outcome: `${status} → canceled` }
}

export function notCancelable({ status }: Refund): ServiceError {
  return status === 'canceled'
    ? refuseRefund('refund_canceled_already')
    : refuseRefund('refund_not_cancelable', { status })
}
