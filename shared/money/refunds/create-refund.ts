import { appSecrets } from '../../http/app-secrets.ts'
import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { findInModes, type Mode, modes } from '../../kernel/mode.ts'
import { created, noInput } from '../../kernel/operation/operation.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { sharedOperation } from '../../records/settings/shared-operation.ts'
import { decideNewRefund } from './begin-refund.ts'
import { refundServices } from './refund-services.ts'
import type { AddressGiver } from './rules/refund.ts'
import { type NewRefund, newRefund, operatorsRefund } from './wire/new-refund.ts'
import { createdRefund } from './wire/refund.ts'

export const { merchant: createRefund, operator: addRefund } = sharedOperation({
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  errors: ['resource_not_found', 'unsupported_chain', 'state_changed'],
  merchant: {
    name: 'create-refund',
    route: 'POST /api/v1/refunds',
    scope: 'refunds:write',
    input: { ...noInput, body: newRefund },
    output: { ...created(createdRefund), sealedBy: appSecrets },
    docs: {
      tag: 'Refunds',
      summary: 'Create a refund',
      description:
        'Promises an amount of what was received to the customer. Send them `claimUrl`, where they say where the money goes, or give the address yourself. You send the money from a wallet of your own; the service finds the transfer on the chain. An amount above what was received and is not yet being refunded is rejected.',
      example: {
        sessionId: 'cs_01KJMFE3E0B6C8D2E4F6G8H0JK',
        amount: '0.002',
        reason: 'Paid twice',
      },
    },
    asks: ({ mode, body }) => ({ modes: [mode], given: body, by: 'merchant' as const }),
    shows: (refund) => refund,
  },
  operator: {
    name: 'add-refund',
    role: 'owner',
    proof: 'always',
    command: 'refunds create',
    input: operatorsRefund,
    output: createdRefund,
    docs: {
      summary: 'Promise a refund of a payment: the customer’s link, or an address that you give',
    },
    asks: ({ depositId = null, reason = null, address = null, sender = null, ...given }) => ({
      modes,
      given: { ...given, depositId, reason, address, sender },
      by: 'operator' as const,
    }),
    shows: (refund) => refund,
  },
  needs: refundServices,
  /** Throws `resource_not_found`, `parameter_invalid` and `unsupported_chain`. */
  async run(services: SessionEventDeps, { modes, given, by }: AskedRefund) {
    const { sessionId: id } = given
    const session = isId('checkoutSession', id)
      ? await findInModes(modes, (mode) => loadCheckoutSession(services.table, mode, id))
      : undefined
    if (!session) throw resourceNotFound('checkout session', id, { param: 'sessionId' })
    return decideNewRefund(services, { session, given, by })
  },
})

type AskedRefund = { modes: readonly Mode[]; given: NewRefund; by: AddressGiver }
