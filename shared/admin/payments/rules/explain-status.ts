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
import type { StatusDetail, StatusReason } from './status-words.ts'

type Known = {
  /** All recorded transfers of the session. */
  transfers: readonly Transfer[]
  now: Date
  /** The current policy. */
  policy: SessionPolicy
  chainName: (chainId: number) => string
}

type Explained = Omit<Known, 'transfers'> & {
  session: CheckoutSession
  counted: Counted
  /** The number of transfers that its money came in. */
  arrivals: number
}

type Reasons = readonly StatusReason[]

const explanations: Readonly<Record<SessionStatus, (explained: Explained) => Reasons>> = {
  pending: whilePending,
  detected: whileDetected,
  paid: oncePaid,
  underpaid: (short) => (short.session.closedAt ? onceShort(short) : whileShort(short)),
  overpaid: onceOverpaid,
  expired: (expired) => (expired.session.closedAt ? onceExpired(expired) : whileExpired(expired)),
  paid_late: oncePaidLate,
  failed: onceFailed,
}

/** Why a session has its status and what it waits for, in the order of reading. */
export function explainStatus(
  session: CheckoutSession,
  { transfers, ...known }: Known,
): StatusReason[] {
  const own = transfers.filter((transfer) => isSameAsset(transfer, session.lock))
  const counted = countOf(session, own)
  const arrivals = own.filter(({ orphaned }) => !orphaned).length
  const explained = { session, counted, arrivals, ...known }
  return [
    ...reasonsOf(explained),
    ...stillByProvider(explained),
    ...lostSince(session, own),
    ...dismissal(session),
  ]
}

function reasonsOf(explained: Explained): Reasons {
  const { settlement, status } = explained.session
  if (settlement?.outcome !== 'accepted') return explanations[status](explained)
  const { from, note } = settlement
  return [because('accepted', { status: { status: from }, at: time(settlement.at), note })]
}

function dismissal({ settlement }: CheckoutSession): Reasons {
  if (settlement?.outcome !== 'dismissed') return []
  return [because('dismissed', { at: time(settlement.at), note: settlement.note })]
}

const anyBlock = BigInt(Number.MAX_SAFE_INTEGER)

/** The amounts that the last scan counted, by time of arrival. */
function countOf(session: CheckoutSession, own: readonly Transfer[]): Counted {
  const holding = { balanceBase: session.received.seenBase, upTo: anyBlock }
  return countTransfers(session, own, holding)
}

function whilePending({ session, now, chainName }: Explained): Reasons {
  const waiting = candidatesOf(session).filter(({ expiresAt }) => now <= expiresAt)
  const choices = waiting.map((terms, index) =>
    because(index === 0 ? 'waits_for' : 'or_for', {
      amount: asked(terms),
      chain: chainName(terms.lock.chainId),
      until: time(terms.expiresAt),
    }),
  )
  const provided = byProvider(session, { now, isOnly: choices.length === 0 })
  if (choices.length + provided.length > 0) return [...choices, ...provided]
  return [because('deadline_passed', { at: time(lastDeadline(session)) })]
}

/** Empty after its deadline. */
function byProvider(
  { provider, fiat }: CheckoutSession,
  { now, isOnly }: { now: Date; isOnly: boolean },
): Reasons {
  if (!provider || now > provider.expiresAt) return []
  return [
    because(isOnly ? 'waits_for_provider' : 'or_for_provider', {
      price: { amount: fiat.amount, asset: fiat.currency },
      provider: provider.name,
      until: time(provider.expiresAt),
    }),
  ]
}

/** A provider may still complete an unpaid session, even once nothing else can. */
function stillByProvider({ session, now }: Explained): Reasons {
  const { provider, status } = session
  const until = lastConfirmation(session)
  const isWaiting = status === 'detected' || status === 'underpaid' || status === 'expired'
  if (!provider || !isWaiting || now > until) return []
  return [because('provider_may_confirm', { provider: provider.name, until: time(until) })]
}

function whileDetected(detected: Explained): Reasons {
  const { session, policy } = detected
  const { vanishedAt } = session
  if (!vanishedAt) {
    return [
      ...confirmedPart('money_seen', session),
      because('decided_if_nothing_pending'),
      ...notBefore(detected),
    ]
  }
  const end = new Date(vanishedAt.getTime() + policy.failedAfterSeconds * 1000)
  return [gone(vanishedAt), because('fails_at', { at: time(end) })]
}

function oncePaid({ session }: Explained): Reasons {
  return isPaidByProvider(session) ? confirmedByProvider(session) : [because('paid')]
}

function confirmedByProvider({ provider, received, lock }: CheckoutSession): Reasons {
  const { seenBase } = received
  const { name = '', paymentId } = provider ?? {}
  const paid = because('paid_by_provider', { provider: name, payment: paymentId ?? '' })
  if (seenBase === 0n) return [paid]
  return [paid, because('not_counted', { amount: money({ lock }, seenBase) })]
}

function onceOverpaid({ session, counted }: Explained): Reasons {
  const tooMuchBase = counted.inWindowBase - session.lock.amountBase
  if (tooMuchBase <= 0n) return [because('overpaid')]
  return [because('overpaid_by', { amount: money(session, tooMuchBase) })]
}

/** The tolerance may have been different then, and a reorg may have happened since. */
function oncePaidLate({ session, counted }: Explained): Reasons {
  if (isPaidByProvider(session)) return [...confirmedByProvider(session), because('had_expired')]
  const lateBase = counted.inWindowBase - counted.onTimeBase
  if (counted.onTimeBase >= session.lock.amountBase) return [because('seen_late')]
  if (lateBase === 0n) return [because('completed_late')]
  const at = time(session.expiresAt)
  return [because('partly_late', { amount: money(session, lateBase), at })]
}

function whileShort(short: Explained): Reasons {
  const { session, policy } = short
  if (!policy.acceptTopUps) return [missing(short), ...likelyCause(short), because('no_top_ups')]
  if (isEnough(short)) return [because('had_been_short'), ...enoughNow(short)]
  const completed = because('completed_by_rest', { until: time(session.lateUntil) })
  return [missing(short), ...likelyCause(short), completed]
}

function onceShort(short: Explained): Reasons {
  const closed = because('window_closed', { at: time(short.session.lateUntil) })
  return [missing(short), ...likelyCause(short), closed]
}

/** Exchanges send once, and deduct their fee from the amount: of small payments, up to a fifth. */
function likelyCause({ session, counted, arrivals }: Explained): Reasons {
  const missingBase = session.lock.amountBase - counted.inWindowBase
  const isSmall = missingBase > 0n && missingBase * 5n <= session.lock.amountBase
  return arrivals === 1 && isSmall ? [because('exchange_fee')] : []
}

/** If top-ups are disabled, more may have arrived than was missing. */
function missing({ session, counted }: Explained): StatusReason {
  const missingBase = session.lock.amountBase - counted.inWindowBase
  if (missingBase <= 0n) return because('decided_short')
  return because('underpaid_by', { missing: money(session, missingBase), asked: asked(session) })
}

function whileExpired(expired: Explained): Reasons {
  const { session, counted } = expired
  const nothing = because('nothing_in_time')
  if (isEnough(expired)) return [nothing, ...enoughNow(expired)]
  const until = time(session.lateUntil)
  if (counted.inWindowBase === 0n) {
    return [nothing, because('late_by_all', { asked: asked(session), until })]
  }
  const there = money(session, counted.inWindowBase)
  return [nothing, because('late_by_rest', { there, asked: asked(session), until })]
}

function onceExpired({ session, counted }: Explained): Reasons {
  const until = time(session.lateUntil)
  if (counted.inWindowBase === 0n) {
    return [because('none_arrived', { asset: session.lock.asset, until })]
  }
  const there = money(session, counted.inWindowBase)
  return [
    because('nothing_in_time'),
    because('only_part_arrived', { there, asked: asked(session), until }),
  ]
}

function onceFailed({ session: { vanishedAt, closedAt } }: Explained): Reasons {
  const end = closedAt
    ? because('none_returned_by', { at: time(closedAt) })
    : because('none_returned')
  return [gone(vanishedAt), end]
}

function gone(noticedAt: Date | null): StatusReason {
  if (!noticedAt) return because('left_chain')
  return because('left_chain_noticed', { at: time(noticedAt) })
}

/** A reorg may happen after the end: the status stays, and the operator has to know. */
function lostSince(
  { status, closedAt, ...session }: CheckoutSession,
  own: readonly Transfer[],
): Reasons {
  if (!closedAt || status === 'failed') return []
  const standing = own.filter(({ orphaned }) => !orphaned)
  const lostBase =
    session.received.seenBase - standing.reduce((sum, { amountBase }) => sum + amountBase, 0n)
  if (lostBase <= 0n) return []
  return [because('left_since', { amount: money(session, lostBase) })]
}

function isEnough({ session, counted, policy }: Explained): boolean {
  const { amountBase } = session.lock
  return counted.inWindowBase >= enoughBase(amountBase, policy.underpaymentTolerancePercent)
}

function enoughNow(explained: Explained): Reasons {
  return [
    ...confirmedPart('enough_now', explained.session),
    because('decided_if_confirmed'),
    ...notBefore(explained),
  ]
}

function confirmedPart(
  code: 'money_seen' | 'enough_now',
  { lock, received, confirmationsRequired }: CheckoutSession,
): Reasons {
  const { seenBase, confirmedBase, confirmations } = received
  const part = because(code, {
    confirmed: money({ lock }, confirmedBase),
    seen: money({ lock }, seenBase),
    confirmations: `${confirmations}`,
    required: `${confirmationsRequired}`,
  })
  const isHeld = confirmations >= confirmationsRequired && confirmedBase < seenBase
  return isHeld ? [part, because('not_final')] : [part]
}

function notBefore({ session, policy, now }: Explained): Reasons {
  const at = recheckAt(session, policy)
  return at && now < at ? [because('not_before', { at: time(at) })] : []
}

function because(code: StatusReason['code'], details: StatusReason['details'] = {}): StatusReason {
  return { code, details }
}

type Priced = Pick<Terms, 'lock'>

function asked({ lock }: Priced): StatusDetail {
  return money({ lock }, lock.amountBase)
}

function money({ lock }: Priced, base: bigint): StatusDetail {
  return { amount: formatBase(base, lock.decimals), asset: lock.asset }
}

function time(at: Date): StatusDetail {
  return { at: at.toISOString() }
}
