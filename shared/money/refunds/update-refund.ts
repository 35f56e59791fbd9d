import * as z from 'zod'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { queueingDeliveries } from '../../records/outbox/delivery-queue.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { payoutAddress } from '../payout-wallets/wire/payout-address.ts'
import { addressChange, decideAddress } from './give-address.ts'
import { requireRefund } from './require-refund.ts'
import { presentRefund, refund } from './wire/refund.ts'

export const updateRefund = merchantOperation({
  name: 'update-refund',
  route: 'PATCH /api/v1/refunds/{id}',
  scope: 'refunds:write',
  input: {
    ...noInput,
    body: z.strictObject({
      address: payoutAddress.describe('Where the money goes. It can’t be changed afterwards.'),
    }),
  },
  output: ok(refund),
  errors: ['state_changed', 'unsupported_chain'],
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  docs: {
    tag: 'Refunds',
    summary: 'Give the address of a refund',
    description:
      'In place of the customer, whose link then only shows how far the refund is. An address is final: to pay another one, cancel the refund and create a new one.',
    example: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  },
  needs: queueingDeliveries,
  /** Throws `resource_not_found`, `parameter_invalid` and `state_changed`. */
  async run(services: SessionEventDeps, { mode, id, body }) {
    const before = await requireRefund(services.table, [mode], id)
    const decision = await decideAddress(services, before, { ...body, by: 'merchant' })
    const changes = [addressChange(before, body)]
    return { ...decision, changes, result: presentRefund(decision.result) }
  },
})
