import { formatBase } from '../../../kernel/money.ts'
import type {
  CheckoutSession,
  SessionStatus,
  Terms,
} from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import {
  type Counted,
  enoughBase,
  recheckAt,
  type SessionPolicy,
} from '../../../payments/checkout-sessions/rules/decide-session.ts'
import {
  isPaidByProvider,
  lastConfirmation,
} from '../../../payments/checkout-sessions/rules/provider-window.ts'
import {
  candidatesOf,
  isSameAsset,
  lastDeadline,
} from '../../../payments/checkout-sessions/rules/session-terms.ts'
import { countTransfers } from '../../../payments/ledger/rules/count-transfers.ts'
import type { Transfer } from '../../../payments/ledger/rules/transfer.ts'

type Explained = { session: CheckoutSession; counted: Counted; now: Date; policy: SessionPolicy }

const explanations: Readonly<Record<SessionStatus, (explained: Explained) => string>> = {
  pending: whilePending,
  detected: whileDetected,
  paid: oncePaid,
  underpaid: (short) => (short.session.closedAt ? onceShort(short) : whileShort(short)),
  overpaid: onceOverpaid,
  expired: (expired) => (expired.session.closedAt ? onceExpired(expired) : whileExpired(expired)),
  paid_late: oncePaidLate,
  failed: onceFailed,
}

/**
 * Explains to the operator, in a sentence or two, why a session has its status and what it waits for. `transfers` are
 * all that are recorded for it; `policy` is the current one.
 */
export function explainStatus(
  session: CheckoutSession,
  { transfers, now, policy }: { transfers: readonly Transfer[]; now: Date; policy: SessionPolicy },
): string {
  const own = transfers.filter((transfer) => isSameAsset(transfer, session.lock))
  const counted = countOf(session, own)
  const explained = { session, counted, now, policy }
  return (
    reasonOf(explained) + stillByProvider(explained) + lostSince(session, own) + dismissal(session)
  )
}

function reasonOf(explained: Explained): string {
  const { settlement, status } = explained.session
  if (settlement?.outcome !== 'accepted') return explanations[status](explained)
  return `It was closed as ${settlement.from}. Its owner accepted it at ${iso(settlement.at)}: ${settlement.note}`
}

function dismissal({ settlement }: CheckoutSession): string {
  if (settlement?.outcome !== 'dismissed') return ''
  return ` An operator dismissed it at ${iso(settlement.at)}: ${settlement.note}`
}

const anyBlock = BigInt(Number.MAX_SAFE_INTEGER)

/** What the last scan counted, by time of arrival. */
function countOf(session: CheckoutSession, own: readonly Transfer[]): Counted {
  const holding = { balanceBase: session.received.seenBase, upTo: anyBlock }
  return countTransfers(session, own, holding)
}

function whilePending({ session, now }: Explained): string {
  const waiting = candidatesOf(session).filter(({ expiresAt }) => now <= expiresAt)
  if (waiting.length > 0) {
    const choices = waiting.map(
      (terms) => `${asked(terms)} on chain ${terms.lock.chainId} until ${iso(terms.expiresAt)}`,
    )
    return `It waits for ${[...choices, ...byProvider(session, now)].join(', or for ')}.`
  }
  const [provided] = byProvider(session, now)
  if (provided) return `It waits for ${provided}.`
  return `Its time was up at ${iso(lastDeadline(session))}. It expires, or turns out to be paid in time, once a later block was read on every chain that it can be paid on.`
}

/** Empty once its time is up. */
function byProvider({ provider, ...session }: CheckoutSession, now: Date): string[] {
  if (!provider || now > provider.expiresAt) return []
  return [
    `${session.fiat.amount} ${session.fiat.currency} through ${provider.name} until ${iso(provider.expiresAt)}`,
  ]
}

/** A provider may still complete what is not paid, even once nothing else can. */
function stillByProvider({ session, now }: Explained): string {
  const { provider, status } = session
  const until = lastConfirmation(session)
  const isWaiting = status === 'detected' || status === 'underpaid' || status === 'expired'
  if (!provider || !isWaiting || now > until) return ''
  return ` A confirmation by ${provider.name} still counts until ${iso(until)}.`
}

function whileDetected({ session, now, policy }: Explained): string {
  const { vanishedAt } = session
  if (!vanishedAt) {
    return `Money was seen: ${confirmedPart(session)}. It is decided once enough is confirmed or nothing more is pending${notBefore(session, policy, now)}.`
  }
  const end = new Date(vanishedAt.getTime() + policy.failedAfterSeconds * 1000)
  return `${gone(vanishedAt)}. It fails if none has returned by ${iso(end)}.`
}

function oncePaid({ session }: Explained): string {
  if (isPaidByProvider(session)) return confirmedByProvider(session)
  return 'Enough arrived in time and was confirmed.'
}

function confirmedByProvider({ provider, received, lock }: CheckoutSession): string {
  const { seenBase } = received
  const atAddress =
    seenBase > 0n ? ` The ${money({ lock }, seenBase)} at its address don't count.` : ''
  return `It was paid through ${provider?.name}: its payment ${provider?.paymentId} is complete.${atAddress}`
}

function onceOverpaid({ session, counted }: Explained): string {
  const tooMuchBase = counted.inWindowBase - session.lock.amountBase
  const tooMuch = tooMuchBase > 0n ? `: ${money(session, tooMuchBase)} too much` : ''
  return `More arrived than was asked for${tooMuch}. There is no automatic refund.`
}

/** The tolerance may have been different then, and a reorg may have happened since. */
function oncePaidLate({ session, counted }: Explained): string {
  if (isPaidByProvider(session)) return `${confirmedByProvider(session)} It had expired by then.`
  const lateBase = counted.inWindowBase - counted.onTimeBase
  if (counted.onTimeBase >= session.lock.amountBase) {
    return 'Enough arrived in time, but that was seen only after the session had expired.'
  }
  if (lateBase > 0n) {
    return `Enough arrived, but ${money(session, lateBase)} of it only after ${iso(session.expiresAt)}.`
  }
  return 'Enough arrived, but it was complete, or seen, only after its time was up.'
}

function whileShort(short: Explained): string {
  const { session, policy } = short
  if (!policy.acceptTopUps) {
    return `${missing(short)}. Top-ups are disabled, and so nothing completes it.`
  }
  if (isEnough(short)) return `Too little had arrived. ${enoughNow(short)}`
  return `${missing(short)}. It is complete if the rest arrives in blocks up to ${iso(session.lateUntil)}.`
}

function onceShort(short: Explained): string {
  return `${missing(short)}, and can no longer be completed: its time was up at ${iso(short.session.lateUntil)}.`
}

/** If top-ups are disabled, more may have arrived than was missing. */
function missing({ session, counted }: Explained): string {
  const missingBase = session.lock.amountBase - counted.inWindowBase
  if (missingBase <= 0n) return 'Too little had arrived when it was decided'
  return `${money(session, missingBase)} of ${asked(session)} is missing`
}

function whileExpired(expired: Explained): string {
  const { session, counted } = expired
  const nothing = 'Nothing was seen that arrived in time.'
  if (isEnough(expired)) return `${nothing} ${enoughNow(expired)}`
  const until = `in blocks up to ${iso(session.lateUntil)}`
  if (counted.inWindowBase === 0n) {
    return `${nothing} It becomes paid_late if ${asked(session)} arrives ${until}.`
  }
  return `${nothing} ${money(session, counted.inWindowBase)} of ${asked(session)} is there now; it becomes paid_late if the rest arrives ${until}.`
}

function onceExpired({ session, counted }: Explained): string {
  const until = iso(session.lateUntil)
  if (counted.inWindowBase === 0n) return `No ${session.lock.asset} arrived by ${until}.`
  return `Nothing was seen that arrived in time, and by ${until} only ${money(session, counted.inWindowBase)} of ${asked(session)}.`
}

function onceFailed({ session: { vanishedAt, closedAt } }: Explained): string {
  const end = closedAt ? ` at ${iso(closedAt)}` : ''
  return `${gone(vanishedAt)}; none had returned when it ended${end}.`
}

function gone(noticedAt: Date | null): string {
  const noticed = noticedAt ? `, which was noticed at ${iso(noticedAt)}` : ''
  return `All money that was seen has left the chain${noticed}`
}

/** A reorg may happen after the end: the status stays, and the operator has to know. */
function lostSince({ status, closedAt, ...session }: CheckoutSession, own: readonly Transfer[]) {
  if (!closedAt || status === 'failed') return ''
  const standing = own.filter(({ orphaned }) => !orphaned)
  const lostBase =
    session.received.seenBase - standing.reduce((sum, { amountBase }) => sum + amountBase, 0n)
  if (lostBase <= 0n) return ''
  return ` Since it ended, ${money(session, lostBase)} has left the chain again: settle that with the customer.`
}

function isEnough({ session, counted, policy }: Explained): boolean {
  const { amountBase } = session.lock
  return counted.inWindowBase >= enoughBase(amountBase, policy.underpaymentTolerancePercent)
}

function enoughNow({ session, policy, now }: Explained): string {
  return `Enough is there now: ${confirmedPart(session)}. It is decided once enough is confirmed${notBefore(session, policy, now)}.`
}

function confirmedPart({ lock, received, confirmationsRequired }: CheckoutSession): string {
  const { seenBase, confirmedBase, confirmations } = received
  const part = `${money({ lock }, confirmedBase)} of ${money({ lock }, seenBase)} is confirmed (${confirmations} of ${confirmationsRequired} confirmations`
  const isHeld = confirmations >= confirmationsRequired && confirmedBase < seenBase
  return `${part}${isHeld ? '; its block is not final yet, or its nodes disagree' : ''})`
}

function notBefore(session: CheckoutSession, policy: SessionPolicy, now: Date): string {
  const at = recheckAt(session, policy)
  return at && now < at ? `, at ${iso(at)} at the earliest` : ''
}

type Priced = Pick<Terms, 'lock'>

function asked({ lock }: Priced): string {
  return money({ lock }, lock.amountBase)
}

function money({ lock }: Priced, base: bigint): string {
  return `${formatBase(base, lock.decimals)} ${lock.asset}`
}

function iso(at: Date): string {
  return at.toISOString()
}
