import type { Mode } from '../../../kernel/mode.ts'
import {
  isFromDepositAddress,
  type Sweep,
  type SweepKind,
} from '../../../payments/holdings/rules/sweep.ts'
import { type SweepProblem, sweepProblem } from '../../../payments/holdings/rules/sweep-problems.ts'
import type { PayoutInEffect } from '../../payout-wallets/rules/payout-wallet.ts'
import { authorizationEnd } from './authorization-end.ts'

/** Facts that don't come from the table's row of a sweep. */
type Known = {
  mode: Mode
  chainId: number
  /** From its sealed record; undefined if none is set. */
  payout: PayoutInEffect | undefined
  now: Date
}

/** `tampered`: someone wrote the row who may not sign. `waits`: nothing is signed now. */
type Trusted = { sweep: Sweep } | { tampered: SweepProblem } | { waits: SweepProblem }

/**
 * The sweep as it may be signed. A stored row is never an order to sign: its money goes to the payout wallet in effect,
 * whatever the row says. A row with a payout wallet that was in effect before is from before a change; any other
 * recipient, chain or sender was written by somebody else. Cancellations move nothing, so only sender and chain matter
 * for them.
 */
export function trustedSweep(sweep: Sweep, known: Known): Trusted {
  const tampered = problemOf(sweep, known)
  if (tampered !== null) return { tampered }
  const { payout, now } = known
  if (sweep.cancelReason !== null || sweep.kind === 'top-up') return { sweep }
  if (!payout || !wallets(payout).some((address) => isSame(address, sweep.recipient))) {
    return { tampered: sweepProblem('forged_recipient', { recipient: sweep.recipient }) }
  }
  const redirected: Sweep = { ...sweep, recipient: payout.address }
  if (sweep.kind !== 'authorized') return { sweep: redirected }
  const validBefore = authorizationEnd(now, payout.changesAt)
  if (validBefore) return { sweep: { ...redirected, validBefore } }
  return { waits: sweepProblem('payout_wallet_changes') }
}

/** Why the row can't be a genuine sweep of its kind; null if it can. */
function problemOf(sweep: Sweep, { mode, chainId }: Known): SweepProblem | null {
  if (sweep.mode !== mode || sweep.chainId !== chainId) return sweepProblem('forged_chain')
  if (!hasOwnSender(sweep)) return sweepProblem('forged_sender')
  if (sweep.gas > mostGas[sweep.kind]) return sweepProblem('forged_gas')
  if (!hasOwnToken(sweep)) return sweepProblem('forged_asset')
  if (!isOwnTopUp(sweep)) return sweepProblem('forged_top_up')
  return null
}

/** Whether its last transaction goes to a payout wallet that is no longer in effect: it must not be sent again. */
export function isOutdated(
  { kind, attempts }: Pick<Sweep, 'kind' | 'attempts'>,
  payout: PayoutInEffect | undefined,
): boolean {
  const last = attempts.at(-1)
  if (!last || last.isCancellation || kind === 'top-up') return false
  return !isSame(payout?.address, last.recipient)
}

/** Far above what such transactions take on any chain, and low enough that no row can burn much. */
const mostGas = {
  native: 3_000_000n,
  'top-up': 3_000_000n,
  token: 5_000_000n,
  authorized: 18_000_000n,
} as const satisfies Record<SweepKind, bigint>

function wallets({ address, former }: PayoutInEffect): readonly string[] {
  return [address, ...former]
}

function hasOwnSender(sweep: Sweep): boolean {
  const [item] = sweep.items
  if (!item) return false
  if (!isFromDepositAddress(sweep)) return true
  return sweep.items.length === 1 && isSame(item.address, sweep.sender)
}

function isOwnTopUp({ kind, items, recipient }: Sweep): boolean {
  return kind !== 'top-up' || (items.length === 1 && isSame(items[0]?.address, recipient))
}

function hasOwnToken({ kind, tokenAddress }: Sweep): boolean {
  return (tokenAddress === null) === (kind === 'native')
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}
