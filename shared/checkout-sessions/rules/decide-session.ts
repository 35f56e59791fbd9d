import type { EventType } from '../../events/rules/event.ts'
import { divideRoundingUp } from '../../kernel/money.ts'
import { type CheckoutSession, isFulfillable, type PriceLock } from './checkout-session.ts'
import { enterStatus } from './enter-status.ts'
import { isSameAsset, lastDeadline, underLock, windowEnd } from './session-terms.ts'
import { eventOnEntering, nextStatus, type SessionTrigger } from './session-transitions.ts'

/** What an address received of the session's asset up to some block, by when it arrived. Base units. */
export type Counted = {
  totalBase: bigint
  /** In blocks up to `expiresAt`. */
  onTimeBase: bigint
  /** In blocks up to `lateUntil`. */
  inWindowBase: bigint
}

/** Something that is known to have happened. Only facts move a session. */
export type SessionFact =
  | {
      type: 'moneyCounted'
      /** What was counted: money in this asset, and whether it came in time for this price. */
      lock: PriceLock
      /**
       * Timestamp of the newest block that nothing newer can change the decision of; the oldest if several chains had
       * to be read, the epoch while one of them has none.
       */
      headTime: Date
      seen: Counted
      /** The same at the block that has the required number of confirmations. */
      confirmed: Counted
      /** Up to that block, by the newest transfer. */
      confirmations: number
      /** Whether two nodes said so where there are two. */
      agreed: boolean
      /** The transaction that brought the first money, where one could be found. */
      txHash: string | null
      /** Timestamp of the block that holds the first money. */
      minedAt: Date | null
    }
  | { type: 'providerConfirmed' }

export type SessionPolicy = {
  recheckDelaySeconds: number
  failedAfterSeconds: number
  underpaymentTolerancePercent: number
  acceptTopUps: boolean
}

export type SessionDecision = { session: CheckoutSession; events: EventType[]; changed: boolean }

/**
 * The session after `fact`, and the events it emits. Pure: repeating a fact changes nothing, and a closed session takes
 * no more facts. The caller writes session and events in one transaction.
 */
export function decideSession(
  session: CheckoutSession,
  fact: SessionFact,
  { now, policy }: { now: Date; policy: SessionPolicy },
): SessionDecision {
  if (session.closedAt) return { session, events: [], changed: false }
  const selected = fact.type === 'moneyCounted' ? selectTerms(session, fact, policy) : session
  if (!selected) return { session, events: [], changed: false }
  const noted = fact.type === 'moneyCounted' ? noteMoney(selected, fact, now) : selected
  const trigger = triggerOf(noted, fact, { now, policy })
  const status = trigger && nextStatus(noted.status, trigger)
  const moved = status ? enterStatus(noted, status, now) : noted
  const event = status ? eventOnEntering[status] : null
  const closed = close(moved, fact, { now, policy })
  return {
    session: closed,
    events: event ? [event] : [],
    changed: closed !== session,
  }
}

export type MoneyCounted = Extract<SessionFact, { type: 'moneyCounted' }>

/** Whether the decision about the amount can't be changed by further money. */
export function isJudgedForGood(
  { status }: Pick<CheckoutSession, 'status'>,
  { acceptTopUps }: Pick<SessionPolicy, 'acceptTopUps'>,
): boolean {
  return status === 'underpaid' && !acceptTopUps
}

/**
 * The session under the terms that were counted: its own, or others that money came in time for. Money of another asset
 * is seen for the first time, so its re-check delay begins now.
 */
function selectTerms(
  session: CheckoutSession,
  { lock, seen }: MoneyCounted,
  policy: SessionPolicy,
): CheckoutSession | undefined {
  const candidate = underLock(session, lock)
  if (!candidate || candidate === session) return candidate
  if (isJudgedForGood(session, policy) || seen.onTimeBase === 0n) return undefined
  if (isSameAsset(session.lock, lock)) return candidate
  return { ...candidate, firstSeenAt: null, vanishedAt: null, txHash: null }
}

/** Takes over what the chain said, without judging it. The same object where nothing is new. */
function noteMoney(session: CheckoutSession, fact: MoneyCounted, now: Date): CheckoutSession {
  const isSeen = fact.seen.inWindowBase > 0n
  const noted = {
    ...session,
    received: {
      seenBase: fact.seen.totalBase,
      confirmedBase: fact.confirmed.totalBase,
      confirmations: confirmationsOf(session, fact),
    },
    firstSeenAt: session.firstSeenAt ?? (isSeen ? now : null),
    vanishedAt: session.firstSeenAt && !isSeen ? (session.vanishedAt ?? now) : null,
    // A transaction that was replaced gives way to the one that stands.
    txHash: fact.txHash ?? session.txHash,
  }
  return isSameMoney(session, noted) ? session : noted
}

/** Nodes that respond now may be behind those of before: the customer's count of the same money never goes back. */
function confirmationsOf(
  { received, txHash, confirmationsRequired }: CheckoutSession,
  { seen, confirmations, txHash: foundHash }: MoneyCounted,
): number {
  const isSame = seen.totalBase === received.seenBase && (foundHash ?? txHash) === txHash
  const least = isSame ? received.confirmations : 0
  return Math.max(least, Math.min(confirmations, confirmationsRequired))
}

function isSameMoney(a: CheckoutSession, b: CheckoutSession): boolean {
  return (
    a.received.seenBase === b.received.seenBase &&
    a.received.confirmedBase === b.received.confirmedBase &&
    a.received.confirmations === b.received.confirmations &&
    a.firstSeenAt?.getTime() === b.firstSeenAt?.getTime() &&
    a.vanishedAt?.getTime() === b.vanishedAt?.getTime() &&
    a.txHash === b.txHash
  )
}

type Circumstances = { now: Date; policy: SessionPolicy }

function triggerOf(
  session: CheckoutSession,
  fact: SessionFact,
  circumstances: Circumstances,
): SessionTrigger | undefined {
  if (fact.type === 'providerConfirmed') return 'providerConfirmed'
  if (session.status === 'pending') return triggerWhilePending(session, fact, circumstances)
  if (session.vanishedAt) return triggerWhileVanished(session, fact, circumstances)
  return triggerByAmount(session, fact, circumstances)
}

function triggerWhilePending(
  session: CheckoutSession,
  fact: MoneyCounted,
  { now }: Circumstances,
): SessionTrigger | undefined {
  if (fact.seen.onTimeBase > 0n) return 'moneySeen'
  return isPast(lastDeadline(session), fact, now) ? 'deadlinePassed' : undefined
}

/**
 * Only a block past a deadline proves that nothing came in time: our own clock proves nothing. It has to be past the
 * deadline as well, because a block's time may be wrong.
 */
function isPast(deadline: Date, { headTime }: MoneyCounted, now: Date): boolean {
  return headTime > deadline && now > deadline
}

function triggerWhileVanished(
  { vanishedAt }: CheckoutSession,
  { headTime, agreed }: MoneyCounted,
  { now, policy }: Circumstances,
): SessionTrigger | undefined {
  if (!vanishedAt || !agreed) return undefined
  // As with the deadline: only a block past the hour proves that nothing came back in it.
  const endMs = vanishedAt.getTime() + policy.failedAfterSeconds * 1000
  return headTime.getTime() >= endMs && now.getTime() >= endMs ? 'moneyVanished' : undefined
}

function triggerByAmount(
  session: CheckoutSession,
  { seen, confirmed }: MoneyCounted,
  { now, policy }: Circumstances,
): SessionTrigger | undefined {
  if (!isRecheckDue(session, policy, now)) return undefined
  if (isJudgedForGood(session, policy)) return undefined
  const required = session.lock.amountBase
  const enough = enoughBase(required, policy.underpaymentTolerancePercent)
  if (session.status !== 'expired' && confirmed.onTimeBase >= enough) {
    return confirmed.inWindowBase > required ? 'confirmedOver' : 'confirmedFull'
  }
  if (confirmed.inWindowBase >= enough) return 'confirmedLate'
  const isMoreOnItsWay = seen.inWindowBase !== confirmed.inWindowBase
  return isMoreOnItsWay ? undefined : 'confirmedShort'
}

/** The smallest total that counts as the full amount. */
export function enoughBase(requiredBase: bigint, tolerancePercent: number): bigint {
  const hundredths = BigInt(Math.round(tolerancePercent * 100))
  return divideRoundingUp(requiredBase * (10_000n - hundredths), 10_000n)
}

/** Whether the wait between first sight and judgement is over; false while no money was seen. */
function isRecheckDue(session: CheckoutSession, policy: SessionPolicy, now: Date): boolean {
  const at = recheckAt(session, policy)
  return at !== null && now >= at
}

/** The earliest time to decide about the amount: first seen + the re-check delay. Null while no money was seen. */
export function recheckAt(
  session: Pick<CheckoutSession, 'firstSeenAt'>,
  policy: Pick<SessionPolicy, 'recheckDelaySeconds'>,
): Date | null {
  if (!session.firstSeenAt) return null
  return new Date(session.firstSeenAt.getTime() + policy.recheckDelaySeconds * 1000)
}

/** Closes a session that nothing can move any more, so that the timers and the reconciler leave it alone. */
function close(
  session: CheckoutSession,
  fact: SessionFact,
  { now, policy }: Circumstances,
): CheckoutSession {
  return isOver(session, fact, { now, policy }) ? { ...session, closedAt: now } : session
}

function isOver(
  session: CheckoutSession,
  fact: SessionFact,
  { now, policy }: Circumstances,
): boolean {
  if (isFulfillable(session.status) || session.status === 'failed') return true
  if (session.status !== 'expired' && session.status !== 'underpaid') return false
  const end = isJudgedForGood(session, policy) ? session.lateUntil : windowEnd(session)
  if (fact.type !== 'moneyCounted' || !isPast(end, fact, now)) return false
  const isSettled = fact.seen.inWindowBase === fact.confirmed.inWindowBase
  return isSettled && !awaitsJudgement(session, fact, policy)
}

/** Enough came in the window: the first look that finds the status and the re-check delay ready for it pays. */
function awaitsJudgement(
  session: CheckoutSession,
  { confirmed }: MoneyCounted,
  policy: SessionPolicy,
): boolean {
  if (isJudgedForGood(session, policy)) return false
  const enough = enoughBase(session.lock.amountBase, policy.underpaymentTolerancePercent)
  return confirmed.inWindowBase >= enough
}
