import { chainById } from '../../chain/chains.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { sessionOnPage } from '../../merchant/checkout/present-session.ts'
import { refundableMoney } from '../../money/refunds/refundable-money.ts'
import { refundsOfSession } from '../../money/refunds/store/refunds.ts'
import { presentAnyRefund } from '../../money/refunds/wire/refund.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { referenceIn } from '../../payments/checkout-sessions/rules/reference.ts'
import { acceptSession } from '../../payments/checkout-sessions/rules/settle-session.ts'
import { findCustomerId } from '../../records/customers/store/customers.ts'
import { linkTitles } from '../../records/payment-links/store/link-titles.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { acceptableMoney } from './acceptable-money.ts'
import { type ExplainSessionDeps, explainSession } from './explain-session.ts'
import { actionsOn, deliveriesOf, sweepsOf } from './payment-history.ts'
import { amountText } from './require-confirmed.ts'
import type { ExplainedSessionBody } from './wire/explained-session.ts'
import { type ShownPayment, shownPayment } from './wire/shown-payment.ts'

export const showPayment = operatorOperation({
  name: 'show-payment',
  role: 'viewer',
  command: null,
  group: 'payments',
  input: byId('the id of a session'),
  output: shownPayment,
  touches: { table: 'read', administers: ['audit-log'] },
  docs: {
    summary: 'Show a payment, everything that happened to it, and what can be done about it',
  },
  needs: readingSettings,
  /** Calls no chain. */
  async run(services: ExplainSessionDeps, { input }) {
    const { table } = services
    const session = await sessionOnPage(table, input.id)
    const { mode, id: sessionId, linkId, customerEmail } = session
    const [explained, customerId, titles, refunds, refundable, history, accepting] =
      await Promise.all([
        explainSession(services, input.id),
        customerEmail === null ? null : findCustomerId(table, mode, customerEmail),
        linkTitles(table, mode, linkId === null ? [] : [linkId]),
        refundsOfSession(table, { mode, sessionId }),
        refundableMoney(table, session),
        historyOf(services, session),
        acceptableFor(services, session),
      ])
    const payment: ShownPayment = {
      ...explained,
      ...history,
      ...accepting,
      ...detailsOf(session),
      customerId: customerId ?? null,
      linkTitle: (linkId !== null && titles.get(linkId)) || null,
      refunds: refunds.map(presentAnyRefund),
      refundable,
      explorers: explorersOf(explained, refunds.map(presentAnyRefund)),
    }
    return { result: payment }
  },
})

async function historyOf({ table }: ExplainSessionDeps, session: CheckoutSession) {
  const [deliveries, actions, sweeps] = await Promise.all([
    deliveriesOf(table, session),
    actionsOn(table, session),
    sweepsOf(table, session),
  ])
  return { deliveries, actions, sweeps }
}

async function acceptableFor(
  { table, now }: ExplainSessionDeps,
  session: CheckoutSession,
): Promise<Pick<ShownPayment, 'acceptable' | 'canDismiss'>> {
  const money = session.closedAt ? await acceptableMoney(table, session) : []
  const canAccept = acceptSession(session, { now: now(), note: '' }) !== undefined
  const acceptable = money.map((each) => ({
    name: each.name,
    amount: amountText(each),
    dismissed: each.isDismissed,
  }))
  const isOpen = money.some(({ isDismissed }) => !isDismissed)
  const needsDecision = canAccept || session.status === 'overpaid' || isOpen
  return {
    acceptable: canAccept ? acceptable : [],
    canDismiss: session.closedAt !== null && session.settlement === null && needsDecision,
  }
}

function detailsOf({ version, customerEmail, metadata, provider, settlement }: CheckoutSession) {
  return {
    version,
    customerEmail,
    metadata: metadata ?? {},
    reference: referenceIn(metadata),
    provider: provider?.name ?? null,
    settlement: settlement && { ...settlement, at: settlement.at.toISOString() },
  }
}

/** Explorers of all chains that the payment involves. */
function explorersOf(
  { terms, earlierTerms, transfers, movements, unmatchedDeposits }: ExplainedSessionBody,
  refunds: ShownPayment['refunds'],
): ShownPayment['explorers'] {
  const all = [terms, ...earlierTerms, ...transfers, ...movements, ...unmatchedDeposits, ...refunds]
  const ids = new Set(all.flatMap(({ chainId }) => chainId ?? []))
  return [...ids].map((chainId) => {
    const chain = chainById(chainId)
    return {
      chainId,
      name: chain?.name ?? `chain ${chainId}`,
      transaction: chain?.explorer?.tx ?? null,
      address: chain?.explorer?.address ?? null,
    }
  })
}
