import { appSecrets } from '../../http/app-secrets.ts'
import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { created, noInput } from '../../kernel/operation/operation.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { queueingDeliveries } from '../../records/outbox/delivery-queue.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { decideNewRefund } from './begin-refund.ts'
import { newRefund } from './wire/new-refund.ts'
import { createdRefund } from './wire/refund.ts'

export const createRefund = merchantOperation({
  name: 'create-refund',
  route: 'POST /api/v1/refunds',
  scope: 'refunds:write',
  input: { ...noInput, body: newRefund },
  output: { ...created(createdRefund), sealedBy: appSecrets },
  errors: ['resource_not_found', 'unsupported_chain', 'state_changed'],
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  docs: {
    tag: 'Refunds',
    summary: 'Create a refund',
    description:
      'Promises an amount of what was received to the customer. Send them `claimUrl`, where they say where the money goes, or give the address yourself. You send the money from a wallet of your own; the service finds the transfer on the chain. An amount above what was received and is not yet being refunded is rejected.',
    example: { sessionId: 'cs_01KJMFE3E0B6C8D2E4F6G8H0JK', amount: '0.002', reason: 'Paid twice' },
  },
  needs: queueingDeliveries,
  /** Throws `resource_not_found`, `parameter_invalid` and `unsupported_chain`. */
  async run(services: SessionEventDeps, { mode, body: given }) {
    const id = given.sessionId
    const isOurs = isId('checkoutSession', id)
    const session = isOurs && (await loadCheckoutSession(services.table, mode, id))
    if (!session) throw resourceNotFound('checkout session', id)
    return decideNewRefund(services, { session, given, by: 'merchant' })
  },
})
