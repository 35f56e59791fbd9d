import type { Decision } from '../../kernel/operation/commit.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { requireOwnAddress } from '../payout-wallets/require-own-address.ts'
import { requireChain } from './begin-refund.ts'
import { refundDecision } from './change-refund.ts'
import { type AddressGiver, type Refund, withAddress } from './rules/refund.ts'
import { refuseRefund } from './rules/refund-refusals.ts'

type Given = { address: string; by: AddressGiver }

/**
 * The decision to pay a refund to that address, which is final. Throws `state_changed` if it has one, and
 * `parameter_invalid` for an address that can't be the customer's.
 */
export async function decideAddress(
  deps: SessionEventDeps,
  before: Refund,
  { address, by }: Given,
): Promise<Required<Pick<Decision<Refund>, 'result' | 'writes' | 'after'>>> {
  const chain = requireChain(before.chainId)
  const after = withAddress(before, { address, by, now: deps.now() })
  if (!after) {
    throw refuseRefund(before.status === 'canceled' ? 'refund_was_canceled' : 'refund_has_address')
  }
  await requireOwnAddress(deps.table, { chain, address, param: 'address' })
  return refundDecision(deps, { before, after, event: 'refund.ready' })
}
