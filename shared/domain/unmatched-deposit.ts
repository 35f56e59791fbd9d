import type { CheckoutSession } from './checkout-session.ts'
import type { Mode } from './mode.ts'
import type { Transfer } from './transfer.ts'

/** Why money at a deposit address belongs to no session: it is shown to the operator and changes no status. */
export const unmatchedReasons = [
  'after_window',
  'late_and_short',
  'other_asset',
  'other_chain',
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
  amountBase: bigint
  reason: UnmatchedReason
  seenAt: Date
}

type ReceivedAsset = { chainId: number; tokenAddress: string | null; receivedBase: bigint }

/** How much of what a closed session's address received is not the session's own, and why. */
export function unmatchedPart(
  session: Pick<CheckoutSession, 'status' | 'lock' | 'lateUntil'>,
  transfers: readonly Transfer[],
  { chainId, tokenAddress, receivedBase }: ReceivedAsset,
): { amountBase: bigint; reason: UnmatchedReason } {
  const { lock, lateUntil } = session
  if (chainId !== lock.chainId) return { amountBase: receivedBase, reason: 'other_chain' }
  if (tokenAddress !== lock.tokenAddress) return { amountBase: receivedBase, reason: 'other_asset' }
  const own = transfers
    .filter((transfer) => !transfer.orphaned && transfer.blockTime <= lateUntil)
    .reduce((sum, transfer) => sum + transfer.amountBase, 0n)
  // It paid for nothing: an expired session stays expired where too little comes in its grace window.
  if (session.status === 'expired' && own > 0n) {
    return { amountBase: receivedBase, reason: 'late_and_short' }
  }
  return { amountBase: receivedBase > own ? receivedBase - own : 0n, reason: 'after_window' }
}

const minute = 60_000
const day = 24 * 60 * minute

/** When a closed address is looked at next: every 10 minutes for a day, daily for 90 days, then only when asked. */
export function nextClosedLookAt(closedAt: Date, now: Date): Date | null {
  const age = now.getTime() - closedAt.getTime()
  if (age < day) return new Date(now.getTime() + 10 * minute)
  return age < 90 * day ? new Date(now.getTime() + day) : null
}
