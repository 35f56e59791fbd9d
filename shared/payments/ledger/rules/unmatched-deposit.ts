import type { Mode } from '../../../kernel/mode.ts'
import { larger, smaller } from '../../../kernel/money.ts'
import {
  type CheckoutSession,
  isFulfillable,
} from '../../checkout-sessions/rules/checkout-session.ts'
import { isPaidByProvider } from '../../checkout-sessions/rules/provider-window.ts'
import { statusWhenClosed } from '../../checkout-sessions/rules/settle-session.ts'
import type { Transfer } from './transfer.ts'

/** Why money at a deposit address counts for no session. It is shown to the operator and changes no status. */
export const unmatchedReasons = [
  'already_paid',
  'already_failed',
  'after_window',
  'before_session',
  'late_and_short',
  'other_asset',
  'other_chain',
  'unlisted',
] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

export type UnmatchedDeposit = {
  mode: Mode
  sessionId: string
  address: string
  chainId: number
  symbol: string
  /** ERC-20 contract; null for the native coin. */
  tokenAddress: string | null
  decimals: number
  /** Counts writes; every write is conditional on it. */
  version: number
  /** The block at which `amountBase` was read. */
  readAtBlock: bigint
  amountBase: bigint
  /** The amount that an operator accepted as a payment. */
  acceptedBase: bigint
  /** The amount at the time an operator dismissed it. */
  dismissedBase: bigint
  /** The part of it that refunds return, or have returned. */
  promisedBase: bigint
  reason: UnmatchedReason
  seenAt: Date
}

/** The undecided amount of a deposit. */
export function openBase({
  amountBase,
  acceptedBase,
  dismissedBase,
  promisedBase,
}: Pick<
  UnmatchedDeposit,
  'amountBase' | 'acceptedBase' | 'dismissedBase' | 'promisedBase'
>): bigint {
  const decidedBase = larger(acceptedBase, larger(dismissedBase, promisedBase))
  return larger(0n, amountBase - decidedBase)
}

/** Identifies a deposit within its session. Documented to callers as opaque. */
export function depositId({
  chainId,
  tokenAddress,
  reason,
}: Pick<UnmatchedDeposit, 'chainId' | 'tokenAddress' | 'reason'>): string {
  const asset = `${chainId}:${tokenAddress ?? 'native'}`
  return reason === 'before_session' ? `${asset}:before` : asset
}

type ReceivedAsset = { chainId: number; tokenAddress: string | null; receivedBase: bigint }

/** The part of a closed session's receipts that doesn't count for the session, and why. */
export function unmatchedPart(
  session: Pick<CheckoutSession, 'status' | 'settlement' | 'lock' | 'received' | 'provider'>,
  transfers: readonly Transfer[],
  { chainId, tokenAddress, receivedBase }: ReceivedAsset,
): { amountBase: bigint; reason: UnmatchedReason } {
  const { lock, received } = session
  if (chainId !== lock.chainId) return { amountBase: receivedBase, reason: 'other_chain' }
  if (tokenAddress !== lock.tokenAddress) return { amountBase: receivedBase, reason: 'other_asset' }
  if (isPaidByProvider(session)) return { amountBase: receivedBase, reason: 'already_paid' }
  const standing = transfers
    .filter(({ orphaned }) => !orphaned)
    .reduce((sum, { amountBase }) => sum + amountBase, 0n)
  // Never more than what closed it, whatever one node said about its transfers.
  const own = smaller(standing, received.confirmedBase)
  // Too little arrived in the grace window, so the session stays expired and none of it counts.
  if (statusWhenClosed(session) === 'expired' && own > 0n) {
    return { amountBase: receivedBase, reason: 'late_and_short' }
  }
  return { amountBase: receivedBase > own ? receivedBase - own : 0n, reason: 'after_window' }
}

/** Why money that arrived within a session's window did not count: the session was already decided. */
export function reasonInWindow(
  session: Pick<CheckoutSession, 'status' | 'settlement'>,
): UnmatchedReason | undefined {
  const status = statusWhenClosed(session)
  if (isFulfillable(status)) return 'already_paid'
  return status === 'failed' ? 'already_failed' : undefined
}
