import type { Facts } from '../../log/facts.ts'
import { log, logProblem } from '../../log/log.ts'
import type { Measured } from '../../log/measure.ts'
import { type CheckoutSession, isFulfillable } from '../checkout-sessions/rules/checkout-session.ts'
import type { SessionChange } from './apply-fact.ts'
import type { UnmatchedDeposit } from './rules/unmatched-deposit.ts'

export function sessionOpened(session: CheckoutSession): void {
  log('session opened', factsOf(session), { SessionOpened: 1 })
}

/** Logs a change of status, and the first detected transfer. */
export function sessionChanged({ before, after, minedAt }: SessionChange): void {
  const noticedAt = before.firstSeenAt === null ? after.firstSeenAt : null
  if (before.status === after.status && noticedAt === null) return
  log(
    'session changed',
    { ...factsOf(after), from: before.status, to: after.status },
    {
      ...(noticedAt && minedAt && { NoticedSeconds: secondsBetween(minedAt, noticedAt) }),
      ...(before.status !== after.status && endOf(after)),
    },
  )
}

export function depositUnmatched(deposit: UnmatchedDeposit): void {
  const { mode, sessionId, chainId, symbol: asset, amountBase, reason } = deposit
  const facts = { mode, sessionId, chainId, asset, amountBase: String(amountBase), reason }
  log('deposit unmatched', facts, { UnmatchedFunds: 1 })
}

/** Not an alarm: an operator's check searches again. */
export function unlistedUnsearched(
  session: CheckoutSession,
  chainId: number,
  error: unknown,
): void {
  const reason = error instanceof Error ? error.message : String(error)
  log('unlisted tokens not searched', { ...factsOf(session), chainId, reason })
}

/** A problem that an operator has to resolve. */
export function operatorAlerted(problem: Error, session: CheckoutSession): void {
  logProblem('operator alert', { error: problem, facts: factsOf(session) }, { UnmatchedFunds: 1 })
}

function endOf({ status, firstSeenAt, paidAt }: CheckoutSession): Measured {
  if (status === 'expired') return { SessionExpired: 1 }
  if (!isFulfillable(status) || !firstSeenAt || !paidAt) return {}
  return { ConfirmedSeconds: secondsBetween(firstSeenAt, paidAt) }
}

function factsOf({ mode, id, lock }: CheckoutSession): Facts {
  return { mode, sessionId: id, chainId: lock.chainId, asset: lock.asset }
}

/** A chain's clock may be ahead of ours. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1000)
}
