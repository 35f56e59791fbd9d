import { newId } from '../shared/kernel/ids.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import type { ProviderOrder } from '../shared/merchant/providers/rules/provider-order.ts'
import { orderCreation } from '../shared/merchant/providers/store/provider-orders.ts'
import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  pairDigest,
  sessionPairs,
} from '../shared/payments/checkout-sessions/store/session-pairs.ts'
import { sessionWords } from '../shared/payments/checkout-sessions/store/session-words.ts'
import { sessionCreation } from '../shared/payments/checkout-sessions/store/sessions.ts'
import { customerSession } from '../shared/payments/checkout-sessions/store/sessions-of-customer.ts'
import { presentCheckoutSession } from '../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { findVisitor, namedUpdate } from '../shared/records/customers/record-customer.ts'
import { loadCustomer } from '../shared/records/customers/store/customers.ts'
import { erasureBeginning } from '../shared/records/customers/store/erasures.ts'
import { newDelivery } from '../shared/records/outbox/rules/webhook-delivery.ts'
import { deliveryWrite } from '../shared/records/outbox/store/deliveries.ts'
import { attemptAddition } from '../shared/records/outbox/store/delivery-attempts.ts'
import { eventCreation } from '../shared/records/outbox/store/events.ts'
import { aSession, later, someSettings } from './factories.ts'
import { seededBytes } from './seeded-bytes.ts'
import { aWebhookEndpoint } from './webhook-fixture.ts'

const randomBytes = seededBytes('erasures')
const endpoint = aWebhookEndpoint({ url: 'https://shop.example/hook', at: later(0) }, randomBytes)

export const ada = {
  email: 'Ada.Lovelace@Example.com',
  billing: {
    name: 'Ada Lovelace',
    phone: '+44 20 7946 0018',
    country: 'Ruritania',
    region: 'Zenda',
    postcode: 'QX1 7ZZ',
    notes: 'Ring at the blue door',
  },
}

/** None of these may be left. They are long enough not to appear in an id by chance. */
export const adasTexts = [
  ...['ada.lovelace@', 'ada.lovelace%40', 'ada lovelace', '"lovelace#', '"ada#', '"countess#'],
  ...['7946 0018', 'ruritania', 'zenda', 'qx1 7zz', 'blue door', '"blue#'],
  pairDigest(['name', ada.billing.name]).toLowerCase(),
]

/** A table to which customers, and what was stored of their payments, are added. */
export function erasures(table: Table) {
  const settings = async () => someSettings()
  const deps = { table, now: () => later(0), randomBytes, settings }
  let seconds = 0
  return {
    /** A customer, who is also found by another name. Returns their id. */
    addCustomer: async (email: string, name: string, otherName: string): Promise<string> => {
      const visitor = await findVisitor(deps, { mode: 'test', email, name })
      await transact(table, visitor.creation)
      const other = { name: otherName, metadata: { name }, updatedAt: later(0) }
      await transact(table, namedUpdate(visitor, other))
      return visitor.id
    },
    /** A session that has closed, with an event whose receiver sent everything back. */
    addSession: async (
      customerId: string,
      email: string,
      changes: Partial<CheckoutSession> = {},
    ): Promise<CheckoutSession> => {
      const at = later(seconds++)
      const id = newId('checkoutSession', at, randomBytes)
      const closed = { id, createdAt: at, status: 'paid', closedAt: later(1_000) } as const
      const metadata = { ...ada.billing, order: 'A-17', remark: `for ${email}` }
      const query = new URLSearchParams({ order: 'A-17', email })
      const successUrl = `https://shop.example/thanks?${query}`
      const given = { customerEmail: email, metadata, successUrl }
      const session = aSession({ ...closed, ...given, ...changes })
      const order = startedOrder(session, at)
      const data = { ...presentCheckoutSession(session, { baseUrl: '' }), sequence: 1 }
      const about = { mode: 'test', type: 'session.paid', sessionId: id } as const
      const event = { ...about, id: newId('event', at, randomBytes), data, createdAt: at }
      const delivery = newDelivery({ event, endpoint }, at, randomBytes)
      const attempt = {
        ...{ deliveryId: delivery.id, number: 1, startedAt: at, latencyMs: 5 },
        ...{ url: endpoint.url, requestHeaders: {}, nextAttemptAt: null },
        mode: 'test',
        outcome: { kind: 'responded', statusCode: 500, body: JSON.stringify(data) },
      } as const
      await transact(table, [
        sessionCreation(session, session.expiresAt),
        customerSession(session, customerId),
        ...[...sessionWords(session, ['notes']), ...sessionPairs(session)],
        ...[eventCreation(event), deliveryWrite(delivery)],
        ...[...orderCreation(order), attemptAddition(attempt, delivery)],
      ])
      return session
    },
    begin: async (customerId: string, at: Date): Promise<void> => {
      const customer = await loadCustomer(table, 'test', customerId)
      if (!customer) throw new Error(`there is no customer ${customerId}`)
      await transact(table, erasureBeginning(customer, at))
    },
  }
}

/** An attempt at a hosted provider, whose page has the email. */
function startedOrder({ mode, id, customerEmail }: CheckoutSession, at: Date): ProviderOrder {
  return {
    ...{ id: newId('providerOrder', at, randomBytes), mode, sessionId: id, version: 1 },
    ...{ provider: 'moonpay', account: 1, amount: '25.00', currency: 'USD' },
    delivery: { wallet: null, asset: null, network: null },
    page: { url: `https://buy.moonpay.com/?email=${customerEmail}`, frame: null },
    ...{ startedAt: at, vendorId: null, paymentId: null, queryToken: null },
    ...{ vendorStatus: null, status: 'failed', queryAt: null, queriedFrom: at },
  }
}
