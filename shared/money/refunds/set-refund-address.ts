import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { payoutAddress } from '../payout-wallets/wire/payout-address.ts'
import { addressChange, decideAddress } from './give-address.ts'
import { refundServices } from './refund-services.ts'
import { requireRefund } from './require-refund.ts'
import { presentRefund, refund } from './wire/refund.ts'

export const setRefundAddress = operatorOperation({
  name: 'set-refund-address',
  role: 'owner',
  proof: 'always',
  command: 'refunds address',
  input: byId('the id of a refund').extend({ address: payoutAddress }),
  output: refund,
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  docs: { summary: 'Give the address of a refund in place of the customer; it is final' },
  needs: refundServices,
  /** Throws `resource_not_found`, `parameter_invalid` and `state_changed`. */
  async run(services: SessionEventDeps, { input: { id, address } }) {
    const before = await requireRefund(services.table, modes, id)
    const decision = await decideAddress(services, before, { address, by: 'operator' })
    const changes = [addressChange(before, { address })]
    return { ...decision, changes, result: presentRefund(decision.result) }
  },
})
