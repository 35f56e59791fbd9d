import type { Mode } from '../../kernel/mode.ts'
import { commit, type Decision } from '../../kernel/operation/commit.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { providerRefundDecision } from '../../money/refunds/report-provider-refund.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { decideSession } from '../../payments/checkout-sessions/rules/decide-session.ts'
import { SessionContended } from '../../payments/checkout-sessions/session-contended.ts'
import {
  enqueuePendingDeliveries,
  type SessionEventDeps,
} from '../../payments/checkout-sessions/session-events.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { decidedSession, type SessionChange } from '../../payments/ledger/apply-fact.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import type { OrderReport } from './rules/order-report.ts'
import type { ProviderOrder } from './rules/provider-order.ts'
import {
  type PaymentReason,
  type ProviderPayment,
  reasonUnmoved,
} from './rules/provider-payment.ts'
import { type Weight, weighReport } from './rules/weigh-report.ts'
import { orderReplacement, ordersOfSession, sessionReferred } from './store/provider-orders.ts'
import { paymentsOfSession, paymentWrites, sessionOfPayment } from './store/provider-payments.ts'

export type ApplyReportDeps = SessionEventDeps & {
  /** Called with every change of a session that was committed. */
  onChange?: (change: SessionChange) => void
  /** Called with every payment that an operator has to decide about. */
  onUnmatched?: (payment: ProviderPayment) => void
}

/** `account` is the one that reported: it decides about no order of another. */
export type GivenReport = {
  mode: Mode
  provider: ProviderName
  account: number
  report: OrderReport
}

/** `unknown`: no order of ours is meant. `bound`: the payment belongs to another session, so somebody repeats it. */
export type ReportOutcome = 'applied' | 'unknown' | 'bound'

/**
 * Applies what a provider reported, which must come from a verified callback, or from the provider itself. The session,
 * its event and deliveries, the payment that is bound to it and the order are written in one transaction, with
 * `joining`. Repeating a report changes nothing. Only a payment that is sufficient in every respect pays a session, and
 * any other is listed to the operator.
 */
export async function applyReport(
  deps: ApplyReportDeps,
  given: GivenReport,
  joining: readonly Write[] = [],
): Promise<ReportOutcome> {
  const contended = () => new SessionContended(given.report.reference.id)
  const decide = async (): Promise<Decision<ReportOutcome>> => {
    const decision = await decideReport(deps, given)
    return { ...decision, writes: [...(decision.writes ?? []), ...joining] }
  }
  return commit(deps.table, decide, { attempts: 5, contended })
}

async function decideReport(
  deps: ApplyReportDeps,
  { mode, provider, account, report }: GivenReport,
): Promise<Decision<ReportOutcome>> {
  const { table } = deps
  const sessionId = await sessionReferred(table, { ...report.reference, mode, provider })
  if (!sessionId) return { result: 'unknown' }
  const ref = { mode, sessionId }
  const [session, orders, payments, boundTo] = await Promise.all([
    loadCheckoutSession(table, mode, sessionId),
    ordersOfSession(table, ref),
    paymentsOfSession(table, ref),
    sessionOfPayment(table, { mode, provider, paymentId: report.paymentId }),
  ])
  const ofAccount = orders.filter(
    (order) => order.provider === provider && order.account === account,
  )
  const chosen = chooseOrder(ofAccount, report)
  if (!session || !chosen) return { result: 'unknown' }
  if (boundTo !== undefined && boundTo !== sessionId) return { result: 'bound' }
  const own = payments.filter((payment) => payment.provider === provider)
  const known = own.find(({ paymentId }) => paymentId === report.paymentId)
  return decideOrder(deps, { session, ...chosen, report, own, known })
}

type Chosen = { order: ProviderOrder; weight: Weight }

/** The order that a report means. If it means only the session, the one that it pays, else the latest. */
function chooseOrder(orders: readonly ProviderOrder[], report: OrderReport): Chosen | undefined {
  const { by, id } = report.reference
  const weighed = orders
    .filter((order) => by !== 'order' || order.id === id)
    .filter((order) => by !== 'vendor' || order.vendorId === id)
    .map((order) => ({ order, weight: weighReport(report, order) }))
  return weighed.find(({ weight }) => weight.kind === 'paid') ?? weighed[0]
}

type Reported = Chosen & {
  session: CheckoutSession
  report: OrderReport
  /** The session's payments through this provider. */
  own: readonly ProviderPayment[]
  /** The payment that is reported, as recorded before. */
  known: ProviderPayment | undefined
}

function isRefunded(known: ProviderPayment | undefined): boolean {
  return known?.reason === 'refunded' || known?.reason === 'partly_refunded'
}

type Loss = 'refunded' | 'partly_refunded' | 'not_delivered'

const losses: Partial<Record<Weight['kind'], Loss>> = {
  refunded: 'refunded',
  partly_refunded: 'partly_refunded',
  undelivered: 'not_delivered',
}

async function decideOrder(
  deps: ApplyReportDeps,
  reported: Reported,
): Promise<Decision<ReportOutcome>> {
  const { weight, known } = reported
  const loss = losses[weight.kind]
  if (loss) return decideLoss(deps, reported, loss)
  const isMoney = weight.kind === 'paid' || weight.kind === 'unmatched'
  // What was counted or refunded once stays so, whatever is repeated or arrives out of order.
  if (!isMoney || known?.isCounted || isRefunded(known)) {
    return { result: 'applied', writes: orderWrites(reported, reported.order.status) }
  }
  if (weight.kind === 'unmatched') return decideUnmatched(deps, reported, weight.reason)
  return decidePaid(deps, reported)
}

async function decidePaid(
  deps: ApplyReportDeps,
  reported: Reported,
): Promise<Decision<ReportOutcome>> {
  const { session: before, report, order } = reported
  const settings = await deps.settings(before.mode)
  const { provider } = order
  const fact = { type: 'providerConfirmed', provider, paymentId: report.paymentId } as const
  const decided = decideSession(before, fact, { now: deps.now(), policy: settings })
  if (!decided.changed) return decideUnmatched(deps, reported, reasonUnmoved(before))
  const { session, writes, deliveries } = await decidedSession(deps, { before, decided, settings })
  return {
    result: 'applied',
    writes: [
      ...writes,
      ...paymentChange(deps, reported, { isCounted: true, reason: null, paid: report.paid }).writes,
      ...orderWrites(reported, 'paid'),
    ],
    after: async () => {
      deps.onChange?.({ before, after: session, minedAt: null })
      await enqueuePendingDeliveries(deps, deliveries)
    },
  }
}

/** Lists a payment to the operator. */
function decideUnmatched(
  deps: ApplyReportDeps,
  reported: Reported,
  reason: PaymentReason,
): Decision<ReportOutcome> {
  const writes = orderWrites(reported, 'unmatched')
  if (reported.known?.reason === reason) return { result: 'applied', writes }
  const change = paymentChange(deps, reported, { isCounted: false, reason })
  return {
    result: 'applied',
    writes: [...change.writes, ...writes],
    after: () => deps.onUnmatched?.(change.payment),
  }
}

/**
 * Lists a payment that counted, and was refunded or not delivered afterwards; the status stays. A refund of any other is
 * recorded as well, because an older report that it is complete may still arrive.
 */
async function decideLoss(
  deps: ApplyReportDeps,
  reported: Reported,
  reason: Loss,
): Promise<Decision<ReportOutcome>> {
  const { known, own, order } = reported
  const isRefund = reason !== 'not_delivered'
  const lost = isRefund ? known : own.find(({ isCounted }) => isCounted)
  const writes = orderWrites(reported, reason === 'refunded' ? 'refunded' : order.status)
  const isNoted = lost?.reason === reason || lost?.reason === 'refunded'
  if (isNoted || (!lost && !isRefund)) return { result: 'applied', writes }
  const isCounted = lost?.isCounted ?? false
  const dismissedAt = isCounted ? null : deps.now()
  const refund = isRefund ? await decideRefund(deps, reported, reason) : undefined
  const change = paymentChange(
    deps,
    { ...reported, known: lost },
    { isCounted, reason, dismissedAt, ...(refund && { refundId: refund.result.id }) },
  )
  return {
    result: 'applied',
    writes: [...change.writes, ...writes, ...(refund?.writes ?? [])],
    after: async () => {
      if (isCounted) deps.onUnmatched?.(change.payment)
      await refund?.after()
    },
  }
}

/** The refund as it stands in the list of refunds: of the whole payment, or of an amount that isn't said. */
function decideRefund(
  deps: ApplyReportDeps,
  { session, order: { provider }, report, known }: Reported,
  reason: Loss,
) {
  const { paymentId, paid: paidNow } = report
  const paid = known?.paid ?? paidNow
  const amount = (reason === 'refunded' && paid?.amount) || null
  const { isCounted = false, refundId: id = null } = known ?? {}
  const currency = paid?.currency.toUpperCase() ?? null
  const reported = { provider, paymentId, isCounted, amount, currency }
  return providerRefundDecision(deps, { session, id, reported })
}

type PaymentChange = Pick<ProviderPayment, 'isCounted' | 'reason'> &
  Partial<Pick<ProviderPayment, 'dismissedAt' | 'paid' | 'refundId'>>

function paymentChange(
  { now }: ApplyReportDeps,
  { order, report, known }: Reported,
  { dismissedAt = null, paid, refundId = known?.refundId ?? null, ...change }: PaymentChange,
): { payment: ProviderPayment; writes: Write[] } {
  const { mode, sessionId, provider, id: orderId } = order
  const { paymentId, paid: reportedBefore } = known ?? report
  const from = known?.version ?? 0
  const payment = {
    mode,
    sessionId,
    provider,
    orderId,
    paymentId,
    ...change,
    dismissedAt,
    paid: paid ? { ...reportedBefore, ...paid } : reportedBefore,
    version: from + 1,
    seenAt: known?.seenAt ?? now(),
    acceptedAt: null,
    refundId,
  }
  return { payment, writes: paymentWrites(payment, from) }
}

/** Empty if nothing is new. Once it is paid or refunded, the provider is not asked any more. */
function orderWrites(
  { order, report, weight }: Reported,
  outcome: ProviderOrder['status'],
): Write[] {
  const status = outcome === 'open' && weight.kind === 'failed' ? 'failed' : outcome
  const after = {
    ...order,
    status,
    vendorStatus: report.status,
    paymentId: report.paymentId,
    queryToken: report.queryToken ?? order.queryToken,
    queryAt: status === 'paid' || status === 'refunded' ? null : order.queryAt,
  }
  const isSame = JSON.stringify(after) === JSON.stringify(order)
  return isSame ? [] : [orderReplacement({ ...after, version: order.version + 1 }, order.version)]
}
