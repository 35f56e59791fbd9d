import { ServiceError } from '../../kernel/errors.ts'
import type { Change } from '../../kernel/operation/audit.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { requireOwnAddress } from '../payout-wallets/require-own-address.ts'
import { requireChain } from './begin-refund.ts'
import { refundDecision } from './change-refund.ts'
import { type AddressGiver, type Refund, withAddress } from './rules/refund.ts'

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
  if (!after) throw alreadyGiven(before)
  await requireOwnAddress(deps.table, { chain, address, param: 'address' })
  return refundDecision(deps, { before, after, event: 'refund.ready' })
}

/** For the audit log, if somebody else than the customer gives it. */
export function addressChange(
  { mode, id: target }: Refund,
  { address }: Pick<Given, 'address'>,
): Change {
  return { mode, action: 'refund.address', target, after: { address } }
}

function alreadyGiven({ status }: Refund): ServiceError {
  const message =
    status === 'canceled'
      ? 'This refund was canceled. Create a new one.'
      : 'This refund has its address already, and it is final. To pay another address, cancel the refund and create a new one.'
  return new ServiceError('state_changed', message)
}
