import { newId } from '../shared/kernel/ids.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { applyReport, type ReportOutcome } from '../shared/merchant/providers/apply-report.ts'
import { notDelivered, type OrderReport } from '../shared/merchant/providers/rules/order-report.ts'
import type { ProviderOrder } from '../shared/merchant/providers/rules/provider-order.ts'
import {
  type ProviderPayment,
  paymentName,
} from '../shared/merchant/providers/rules/provider-payment.ts'
import {
  orderCreation,
  ordersOfSession,
} from '../shared/merchant/providers/store/provider-orders.ts'
import { paymentsOfSession } from '../shared/merchant/providers/store/provider-payments.ts'
import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { withProviderOrder } from '../shared/payments/checkout-sessions/rules/provider-window.ts'
import {
  loadCheckoutSession,
  sessionCreation,
} from '../shared/payments/checkout-sessions/store/sessions.ts'
import { addressCreation } from '../shared/payments/ledger/store/addresses.ts'
import type { ProviderName } from '../shared/records/integrations/rules/provider-name.ts'
import { eventsOfSession } from '../shared/records/outbox/store/events.ts'
import { aSession, later, someSettings } from './factories.ts'
import { seededBytes } from './seeded-bytes.ts'

export type ProviderHarness = ReturnType<typeof providerHarness>

/** Sessions with orders at providers, on a clock that starts at `later(0)`. */
export function providerHarness(table: Table) {
  const randomBytes = seededBytes('providers')
  let at = 30
  let lastIndex = 0
  const unmatched: string[] = []
  const now = () => later(at)
  const deps = {
    table,
    now,
    randomBytes,
    settings: async () => someSettings(),
    enqueueDeliveries: async () => undefined,
    onUnmatched: (payment: ProviderPayment) => {
      unmatched.push(`${paymentName(payment)} ${payment.reason}`)
    },
  }

  async function openSession(changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
    lastIndex++
    const session = aSession({
      id: newId('checkoutSession', now(), randomBytes),
      linkId: 'pl_1',
      address: `0x${String(lastIndex).padStart(40, '0')}`,
      derivationIndex: lastIndex,
      ...changes,
    })
    await transact(table, [sessionCreation(session, session.expiresAt), addressCreation(session)])
    return session
  }

  async function startOrder(
    session: CheckoutSession,
    provider: ProviderName = 'moonpay',
    changes: Partial<ProviderOrder> = {},
  ): Promise<ProviderOrder> {
    const { mode, id: sessionId } = session
    const order: ProviderOrder = {
      id: newId('providerOrder', now(), randomBytes),
      mode,
      sessionId,
      provider,
      account: 1,
      version: 1,
      amount: '25.00',
      currency: 'USD',
      delivery: notDelivered,
      startedAt: now(),
      page: null,
      vendorId: null,
      paymentId: null,
      queryToken: null,
      vendorStatus: null,
      status: 'open',
      queryAt: later(at + 600),
      queriedFrom: now(),
      ...changes,
    }
    await transact(table, orderCreation(order))
    return order
  }

  return {
    table,
    deps,
    unmatched,
    openSession,
    startOrder,
    passTo: (seconds: number) => {
      at = seconds
    },
    /** A session that chose a provider. */
    async orderedSession(
      provider: ProviderName = 'moonpay',
      changes: Partial<CheckoutSession> = {},
    ) {
      const chosen = withProviderOrder(aSession(), provider, now()).provider
      const session = await openSession({ provider: chosen, ...changes })
      return { session, order: await startOrder(session, provider) }
    },
    report: (
      { mode, id }: CheckoutSession,
      changes: Partial<OrderReport> = {},
      provider: ProviderName = 'moonpay',
    ): Promise<ReportOutcome> =>
      applyReport(deps, { mode, provider, account: 1, report: aReport(id, changes) }),
    load: async ({ mode, id }: CheckoutSession) => {
      const session = await loadCheckoutSession(table, mode, id)
      if (!session) throw new Error(`there is no session ${id}`)
      return session
    },
    events: async ({ mode, id }: CheckoutSession) =>
      (await eventsOfSession(table, mode, id)).map(({ type }) => type),
    orders: ({ mode, id: sessionId }: CheckoutSession) =>
      ordersOfSession(table, { mode, sessionId }),
    payments: ({ mode, id: sessionId }: CheckoutSession) =>
      paymentsOfSession(table, { mode, sessionId }),
  }
}

/** 25 dollars that are paid for a session, as its terms ask for. */
function aReport(sessionId: string, changes: Partial<OrderReport> = {}): OrderReport {
  return {
    paymentId: 'pay_1',
    reference: { by: 'session', id: sessionId },
    state: 'paid',
    status: 'completed',
    paid: { amount: '25', currency: 'usd' },
    delivered: notDelivered,
    beganAt: null,
    txHash: null,
    queryToken: null,
    ...changes,
  }
}
