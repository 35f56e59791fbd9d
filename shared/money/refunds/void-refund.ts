import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { cancelation, notCancelable } from './cancel-refund.ts'
import { refundDecision } from './change-refund.ts'
import { refundServices } from './refund-services.ts'
import { requireRefund } from './require-refund.ts'
import { canceled } from './rules/refund.ts'
import { presentRefund, refund } from './wire/refund.ts'

export const voidRefund = operatorOperation({
  name: 'void-refund',
  role: 'owner',
  proof: 'always',
  command: 'refunds cancel',
  input: byId('the id of a refund').extend({
    note: z.string().trim().min(1).max(1000).describe('the reason, for the audit log'),
  }),
  output: refund,
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  docs: {
    summary:
      'Cancel a refund, or void a wrong entry: the amount can be refunded again, and its transfer counts for no other refund',
  },
  needs: refundServices,
  /** Throws `resource_not_found`, and `state_changed` if it is canceled already. */
  async run(services: SessionEventDeps, { input: { id, note } }) {
    const before = await requireRefund(services.table, modes, id)
    const after = canceled(before, { now: services.now(), evenIfSent: true })
    if (!after) throw notCancelable(before)
    const change = { before, after, event: 'refund.canceled' } as const
    const decision = await refundDecision(services, change)
    const changes = [{ ...cancelation(before), note }]
    return { ...decision, changes, result: presentRefund(decision.result) }
  },
})
