import * as z from 'zod'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../records/settings/shared-operation.ts'
import { payoutAddress } from '../payout-wallets/wire/payout-address.ts'
import { decideAddress } from './give-address.ts'
import { refundServices } from './refund-services.ts'
import { requireRefund } from './require-refund.ts'
import type { AddressGiver } from './rules/refund.ts'
import { presentRefund, refund } from './wire/refund.ts'

export const { merchant: updateRefund, operator: setRefundAddress } = sharedOperation({
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  errors: ['state_changed', 'unsupported_chain'],
  merchant: {
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
    docs: {
      tag: 'Refunds',
      summary: 'Give the address of a refund',
      description:
        'In place of the customer, whose link then only shows how far the refund is. An address is final: to pay another one, cancel the refund and create a new one.',
      example: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    },
    asks: ({ body: { address }, ...named }) => ({
      ...ofItsMode(named),
      address,
      by: 'merchant' as const,
    }),
    shows: presentRefund,
  },
  operator: {
    name: 'set-refund-address',
    role: 'owner',
    proof: 'always',
    command: 'refunds address',
    input: byId('the id of a refund').extend({ address: payoutAddress }),
    output: refund,
    docs: { summary: 'Give the address of a refund in place of the customer; it is final' },
    asks: ({ address, ...named }) => ({ ...ofEitherMode(named), address, by: 'operator' as const }),
    shows: presentRefund,
  },
  needs: refundServices,
  /** Throws `resource_not_found`, `parameter_invalid` and `state_changed`. */
  async run(services: SessionEventDeps, { address, by, ...named }: GivenAddress) {
    const before = await requireRefund(services.table, named)
    const decision = await decideAddress(services, before, { address, by })
    const { mode, id: target } = before
    return {
      ...decision,
      changes: [{ mode, action: 'refund.address', target, after: { address } }],
    }
  },
})

type GivenAddress = Named & { address: string; by: AddressGiver }
