import { divideRoundingUp, smaller } from '../../../kernel/money.ts'
import type { ProviderName } from '../../../records/integrations/rules/provider-name.ts'
import type { EventType } from '../../../records/outbox/rules/event.ts'
import { type CheckoutSession, isFulfillable, type PriceLock } from './checkout-session.ts'
import { enterStatus } from './enter-status.ts'
import { lastConfirmation } from './provider-window.ts'
import { isSameAsset, lastDeadline, underLock, windowEnd } from './session-terms.ts'
import { eventOnEntering, nextStatus, type SessionTrigger } from './session-transitions.ts'

/** Amounts that an address received in the session's asset up to some block, by time of arrival. In base units. */
export type Counted = {
  totalBase: bigint
  /** In blocks up to `expiresAt`. */
  onTimeBase: bigint
  /** In blocks up to `lateUntil`. */
  inWindowBase: bigint
}

/** Something that has certainly happened. Only facts change a session. */
export type SessionFact =
  | {
      type: 'transfersCounted'
      /** The terms that the money was counted for. */
      lock: PriceLock
      /**
       * Timestamp of the block that decides whether a session expired: the confirmed one where that takes less than a minute, else
       * the quorum block. The oldest of them if several chains were read, the epoch while one of them has none.
       */
      headTime: Date
      /** Timestamp of the confirmed block. It decides about closing, since that can't be undone. */
      confirmedTime: Date
      seen: Counted
      /** At the block that has the required number of confirmations. */
      confirmed: Counted
      /** Confirmations of the newest transfer. */
      confirmations: number
      /** Whether two nodes agree, if there are two. */
      agreed: boolean
      /** The transaction of the first payment, if it could be found. */
      txHash: string | null
      /** Timestamp of the block with the first payment. */
      minedAt: Date | null
    }
  /** A hosted provider reported a payment that is sufficient in every respect. */
  | { type: 'providerConfirmed'; provider: ProviderName; paymentId: string }

export type SessionPolicy = {
  recheckDelaySeconds: number
  failedAfterSeconds: number
  underpaymentTolerancePercent: number
  acceptTopUps: boolean
}

/** `lacksSweeps`: whether what left the address may be unknown, because the table is being restored. */
type Circumstances = { now: Date; policy: SessionPolicy; lacksSweeps?: boolean }

export type SessionDecision = { session: CheckoutSession; events: EventType[]; changed: boolean }

/**
 * The session after `fact`, and the events it emits. Repeating a fact changes nothing. No fact but a provider's
 * confirmation changes a closed session. While the ledger `lacksSweeps`, only money that is there decides. The caller
 * writes session and events in one transaction.
 */
export function decideSession(
  session: CheckoutSession,
  given: SessionFact,
  circumstances: Circumstances,
): SessionDecision {
  const { now, policy, lacksSweeps = false } = circumstances
  if (given.type === 'providerConfirmed') return confirmedBy(session, given, now)
  // No block proves then that a deadline has passed without money.
  const fact = lacksSweeps ? withoutDeadlines(given) : given
  if (session.closedAt) return { session, events: [], changed: false }
  const selected = selectTerms(session, fact, policy)
  if (!selected) return { session, events: [], changed: false }
  const noted = withCount(selected, fact, now)
  const trigger = triggerOf(noted, fact, circumstances)
  const status = trigger && nextStatus(noted.status, trigger)
  const moved = status ? enterStatus(noted, status, now) : noted
  const event = status ? eventOnEntering[status] : null
  const closed = close(moved, fact, circumstances)
  return {
    session: closed,
    events: event ? [event] : [],
    changed: closed !== session,
  }
}

/** Resets the block times, so that the count doesn't prove that any deadline has passed. */
export function withoutDeadlines(fact: TransfersCounted): TransfersCounted {
  return { ...fact, headTime: new Date(0), confirmedTime: new Date(0) }
}

type ProviderConfirmed = Extract<SessionFact, { type: 'providerConfirmed' }>

/** The window on the chain may be over: a purchase that was begun in time may end much later. */
function confirmedBy(
  session: CheckoutSession,
  { provider: name, paymentId }: ProviderConfirmed,
  now: Date,
): SessionDecision {
  const isInTime = now <= lastConfirmation(session)
  const status = isInTime ? nextStatus(session.status, 'providerConfirmed') : undefined
  if (!status) return { session, events: [], changed: false }
  const expiresAt = session.provider?.expiresAt ?? session.expiresAt
  const { received } = session
  const paid = {
    ...enterStatus(session, status, now),
    received: { ...received, seenBase: received.confirmedBase },
    provider: { ...session.provider, name, expiresAt, paymentId, isLeft: false },
    closedAt: session.closedAt ?? now,
  }
  const event = eventOnEntering[status]
  return { session: paid, events: event ? [event] : [], changed: true }
}

export type TransfersCounted = Extract<SessionFact, { type: 'transfersCounted' }>

/** Whether further payments can't change the status. */
export function isFinallyDecided(
  { status }: Pick<CheckoutSession, 'status'>,
  { acceptTopUps }: Pick<SessionPolicy, 'acceptTopUps'>,
): boolean {
  return status === 'underpaid' && !acceptTopUps
}

/**
 * The session under the terms that were counted: its own, or other terms for which money arrived in time. Money in
 * another asset was not seen before, so its re-check delay starts now.
 */
function selectTerms(
  session: CheckoutSession,
  { lock, seen }: TransfersCounted,
  policy: SessionPolicy,
): CheckoutSession | undefined {
  const candidate = underLock(session, lock)
  if (!candidate || candidate === session) return candidate
  if (isFinallyDecided(session, policy) || seen.onTimeBase === 0n) return undefined
  if (isSameAsset(session.lock, lock)) return candidate
  const received = { seenBase: 0n, confirmedBase: 0n, confirmations: 0 }
  return { ...candidate, received, firstSeenAt: null, vanishedAt: null, txHash: null }
}

/** Records the count, without deciding anything. Returns the same object if nothing is new. */
function withCount(session: CheckoutSession, fact: TransfersCounted, now: Date): CheckoutSession {
  const isSeen = fact.seen.inWindowBase > 0n
  const noted = {
    ...session,
    received: {
      ...session.received,
      seenBase: fact.seen.totalBase,
      confirmedBase: confirmedBase(session, fact),
      confirmations: confirmationsOf(session, fact),
    },
    firstSeenAt: session.firstSeenAt ?? (isSeen ? now : null),
    vanishedAt: session.firstSeenAt && !isSeen ? (session.vanishedAt ?? now) : null,
    // If the transaction was replaced, its replacement is recorded. What comes after the window is never detected.
    txHash: (isSeen ? fact.txHash : null) ?? session.txHash,
    // What a wallet reported has arrived, or no longer says which payment is on its way.
    reportedHashes: fact.seen.totalBase > session.received.seenBase ? [] : session.reportedHashes,
  }
  return isSameMoney(session, noted) ? session : noted
}

/** While nodes disagree, the amount that they agreed on before stays confirmed, as far as it is still seen. */
function confirmedBase(
  { received }: CheckoutSession,
  { seen, confirmed, agreed }: TransfersCounted,
): bigint {
  return agreed ? confirmed.totalBase : smaller(received.confirmedBase, seen.totalBase)
}

/** The nodes that respond now may be behind the previous ones, but the confirmations shown must never decrease. */
function confirmationsOf(
  { received, txHash, confirmationsRequired }: CheckoutSession,
  { seen, confirmations, txHash: foundHash }: TransfersCounted,
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

function triggerOf(
  session: CheckoutSession,
  fact: TransfersCounted,
  circumstances: Circumstances,
): SessionTrigger | undefined {
  if (session.status === 'pending') return triggerWhilePending(session, fact, circumstances)
  if (session.vanishedAt) return triggerWhileVanished(session, fact, circumstances)
  return triggerByAmount(session, fact, circumstances)
}

function triggerWhilePending(
  session: CheckoutSession,
  fact: TransfersCounted,
  { now }: Circumstances,
): SessionTrigger | undefined {
  if (fact.seen.onTimeBase > 0n) return 'transferSeen'
  return isPast(lastDeadline(session), fact.headTime, now) ? 'deadlinePassed' : undefined
}

/**
 * Only a block past the deadline proves that nothing arrived in time: our own clock proves nothing. Our clock has to be
 * past the deadline as well, because a block's time may be wrong.
 */
function isPast(deadline: Date, blockTime: Date, now: Date): boolean {
  return blockTime > deadline && now > deadline
}

function triggerWhileVanished(
  { vanishedAt }: CheckoutSession,
  { confirmedTime, agreed }: TransfersCounted,
  { now, policy }: Circumstances,
): SessionTrigger | undefined {
  if (!vanishedAt || !agreed) return undefined
  // As with the deadline, only a block past this time proves that nothing came back before it.
  const endMs = vanishedAt.getTime() + policy.failedAfterSeconds * 1000
  const isOver = confirmedTime.getTime() >= endMs && now.getTime() >= endMs
  return isOver ? 'transferVanished' : undefined
}

function triggerByAmount(
  session: CheckoutSession,
  { seen, confirmed }: TransfersCounted,
  { now, policy, lacksSweeps }: Circumstances,
): SessionTrigger | undefined {
  if (!isRecheckDue(session, policy, now)) return undefined
  if (isFinallyDecided(session, policy)) return undefined
  const required = session.lock.amountBase
  const enough = enoughBase(required, policy.underpaymentTolerancePercent)
  if (session.status !== 'expired' && confirmed.onTimeBase >= enough) {
    return confirmed.inWindowBase > required ? 'confirmedOver' : 'confirmedFull'
  }
  if (confirmed.inWindowBase >= enough) return 'confirmedLate'
  const isMoreOnItsWay = seen.inWindowBase !== confirmed.inWindowBase
  return isMoreOnItsWay || lacksSweeps ? undefined : 'confirmedShort'
}

/** The smallest total that counts as the full amount. */
export function enoughBase(requiredBase: bigint, tolerancePercent: number): bigint {
  const hundredths = BigInt(Math.round(tolerancePercent * 100))
  return divideRoundingUp(requiredBase * (10_000n - hundredths), 10_000n)
}

/** Whether the re-check delay is over; false while no payment was seen. */
function isRecheckDue(session: CheckoutSession, policy: SessionPolicy, now: Date): boolean {
  const at = recheckAt(session, policy)
  return at !== null && now >= at
}

/** The earliest time to decide about the amount: first seen + re-check delay. Null while no payment was seen. */
export function recheckAt(
  session: Pick<CheckoutSession, 'firstSeenAt'>,
  policy: Pick<SessionPolicy, 'recheckDelaySeconds'>,
): Date | null {
  if (!session.firstSeenAt) return null
  return new Date(session.firstSeenAt.getTime() + policy.recheckDelaySeconds * 1000)
}

/**
 * Closes a session that nothing can change any more, so that timers and the reconciler ignore it. It keeps the amounts
 * that were confirmed within its window: money that was seen beyond that belongs to no session.
 */
function close(
  session: CheckoutSession,
  fact: TransfersCounted,
  { now, policy }: Circumstances,
): CheckoutSession {
  if (!isOver(session, fact, { now, policy })) return session
  const ownBase = fact.confirmed.inWindowBase
  const confirmations = ownBase > 0n ? session.confirmationsRequired : 0
  const counted = { seenBase: ownBase, confirmedBase: ownBase, confirmations }
  return { ...session, received: { ...session.received, ...counted }, closedAt: now }
}

function isOver(
  session: CheckoutSession,
  fact: TransfersCounted,
  { now, policy }: Circumstances,
): boolean {
  if (isFulfillable(session.status) || session.status === 'failed') return true
  if (session.status !== 'expired' && session.status !== 'underpaid') return false
  const end = isFinallyDecided(session, policy) ? session.lateUntil : windowEnd(session)
  return isPast(end, fact.confirmedTime, now) && !awaitsDecision(session, fact, policy)
}

/** Whether enough arrived in the window, so that a later scan, after the re-check delay, will mark it as paid. */
function awaitsDecision(
  session: CheckoutSession,
  { confirmed }: TransfersCounted,
  policy: SessionPolicy,
): boolean {
  if (isFinallyDecided(session, policy)) return false
  const enough = enoughBase(session.lock.amountBase, policy.underpaymentTolerancePercent)
  return confirmed.inWindowBase >= enough
}
