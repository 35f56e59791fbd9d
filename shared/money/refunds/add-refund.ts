import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { findCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { decideNewRefund } from './begin-refund.ts'
import { refundServices } from './refund-services.ts'
import { operatorsRefund } from './wire/new-refund.ts'
import { createdRefund } from './wire/refund.ts'

export const addRefund = operatorOperation({
  name: 'add-refund',
  role: 'owner',
  proof: 'always',
  command: 'refunds create',
  input: operatorsRefund,
  output: createdRefund,
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  docs: {
    summary: 'Promise a refund of a payment: the customer’s link, or an address that you give',
  },
  needs: refundServices,
  /** Throws `resource_not_found`, `parameter_invalid` and `unsupported_chain`. */
  async run(services: SessionEventDeps, { input }) {
    const { sessionId: id, amount, depositId = null, reason = null } = input
    const { address = null, sender = null } = input
    const session = isId('checkoutSession', id)
      ? await findCheckoutSession(services.table, id)
      : undefined
    if (!session) throw resourceNotFound('checkout session', id)
    const given = { sessionId: id, amount, depositId, reason, address, sender }
    return decideNewRefund(services, { session, given, by: 'operator' })
  },
})
