import * as z from 'zod'
import type { ServiceError } from '../../kernel/errors.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../records/settings/shared-operation.ts'
import { refundDecision } from './change-refund.ts'
import { refundServices } from './refund-services.ts'
import { requireRefund } from './require-refund.ts'
import { canceled, type Refund } from './rules/refund.ts'
import { refuseRefund } from './rules/refund-refusals.ts'
import { presentRefund, refund } from './wire/refund.ts'

export const { merchant: cancelRefund, operator: voidRefund } = sharedOperation({
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  errors: ['state_changed'],
  merchant: {
    name: 'cancel-refund',
    route: 'POST /api/v1/refunds/{id}/cancel',
    scope: 'refunds:write',
    input: noInput,
    output: ok(refund),
    docs: {
      tag: 'Refunds',
      summary: 'Cancel a refund',
      description:
        'Before its transfer is found: the amount can be refunded again, and the customer’s link ends. Make sure that you have not sent the money.',
    },
    asks: (named) => ({ ...ofItsMode(named), evenIfSent: false }),
    shows: presentRefund,
  },
  operator: {
    name: 'void-refund',
    role: 'owner',
    proof: 'always',
    command: 'refunds cancel',
    input: byId('the id of a refund').extend({
      note: z.string().trim().min(1).max(1000).describe('the reason, for the audit log'),
    }),
    output: refund,
    docs: {
      summary:
        'Cancel a refund, or void a wrong entry: the amount can be refunded again, and its transfer counts for no other refund',
    },
    asks: ({ note, ...named }) => ({ ...ofEitherMode(named), note, evenIfSent: true }),
    shows: presentRefund,
  },
  needs: refundServices,
  /** Throws `resource_not_found`, and `state_changed` if it is canceled already, or must not be. */
  async run(services: SessionEventDeps, { evenIfSent, note, ...named }: Cancelation) {
    const before = await requireRefund(services.table, named)
    const after = canceled(before, { now: services.now(), evenIfSent })
    if (!after) throw notCancelable(before)
    const { mode, id: target, status } = before
    const outcome = `${status} → canceled`
    return {
      ...(await refundDecision(services, { before, after, event: 'refund.canceled' })),
      changes: [{ mode, action: 'refund.cancel', target, outcome, ...(note && { note }) }],
    }
  },
})

type Cancelation = Named & { evenIfSent: boolean; note?: string }

function notCancelable({ status }: Refund): ServiceError {
  return status === 'canceled'
    ? refuseRefund('refund_canceled_already')
    : refuseRefund('refund_not_cancelable', { status })
}
