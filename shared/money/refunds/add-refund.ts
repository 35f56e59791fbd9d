import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { AuditedDecision } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { findCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { decideNewRefund } from './begin-refund.ts'
import { operatorsRefund } from './wire/new-refund.ts'
import { type CreatedRefundBody, createdRefund } from './wire/refund.ts'

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
})

/** Throws `resource_not_found`, `parameter_invalid` and `unsupported_chain`. */
export async function runAddRefund(
  services: SessionEventDeps,
  { input }: OperatorInputOf<typeof addRefund>,
): Promise<AuditedDecision<CreatedRefundBody>> {
  const { sessionId: id, amount, depositId = null, reason = null } = input
  const { address = null, sender = null } = input
  const session = isId('checkoutSession', id)
    ? await findCheckoutSession(services.table, id)
    : undefined
  if (!session) throw resourceNotFound('checkout session', id)
  const given = { sessionId: id, amount, depositId, reason, address, sender }
  return decideNewRefund(services, { session, given, by: 'operator' })
}
