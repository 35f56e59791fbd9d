/* Generated from the OpenAPI document by `npm run sdk`; a test keeps it up to date. */
import { type Call, pathOf, type ReadOptions, type Send, type WriteOptions } from '../call.ts'
import { type List, listOf } from '../list.ts'
import type {
  Asset,
  AssetList,
  CheckoutSession,
  CheckoutSessionList,
  CreateCheckoutSessionBody,
  CreatedRefund,
  CreatedWebhookEndpoint,
  CreatePaymentLinkBody,
  CreateQuoteBody,
  CreateRefundBody,
  CreateWebhookEndpointBody,
  Customer,
  CustomerList,
  DeletedCustomer,
  DeletedPaymentLink,
  DeletedWebhookEndpoint,
  Event,
  EventList,
  ListCheckoutSessionsQuery,
  ListCustomersQuery,
  ListEndpointDeliveriesQuery,
  ListEventsQuery,
  ListPaymentLinksQuery,
  ListRefundsQuery,
  ListWebhookEndpointsQuery,
  PaymentLink,
  PaymentLinkList,
  Quote,
  RedeliverEventBody,
  Refund,
  RefundList,
  TestEvent,
  UpdateCustomerBody,
  UpdatePaymentLinkBody,
  UpdateRefundBody,
  UpdateWebhookEndpointBody,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
} from './types.ts'

class PaymentLinks {
  readonly #send: Send
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List payment links.
   * Scope: `links:read`.
   */
  list(
    query: ListPaymentLinksQuery = {},
    options: ReadOptions = {},
  ): List<PaymentLink, PaymentLinkList> {
    return listOf(this.#send, { method: 'GET', path: '/payment_links', query, options })
  }

  /**
   * Create a payment link.
   * A link is reusable: each visit to its page creates a new checkout session. Pass its price as `amount`, or as `fiatAmount` and `fiatCurrency`.
   * Scope: `links:write`.
   */
  create(body: CreatePaymentLinkBody, options: WriteOptions = {}): Promise<PaymentLink> {
    const call: Call = { method: 'POST', path: '/payment_links', body, options }
    return this.#send(call)
  }

  /**
   * Get a payment link.
   * Scope: `links:read`.
   */
  retrieve(id: string, options: ReadOptions = {}): Promise<PaymentLink> {
    const call: Call = { method: 'GET', path: pathOf('/payment_links/{id}', id), options }
    return this.#send(call)
  }

  /**
   * Change a payment link.
   * Changes only the fields that you send; null clears. A new price applies to sessions created from then on.
   * Scope: `links:write`.
   */
  update(
    id: string,
    body: UpdatePaymentLinkBody,
    options: WriteOptions = {},
  ): Promise<PaymentLink> {
    const call: Call = { method: 'PATCH', path: pathOf('/payment_links/{id}', id), body, options }
    return this.#send(call)
  }

  /**
   * Delete a payment link.
   * Its page stops working immediately and permanently. Sessions created from it continue.
   * Scope: `links:write`.
   */
  delete(id: string, options: WriteOptions = {}): Promise<DeletedPaymentLink> {
    const call: Call = { method: 'DELETE', path: pathOf('/payment_links/{id}', id), options }
    return this.#send(call)
  }
}

class Assets {
  readonly #send: Send
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List assets.
   * What sessions and quotes can be paid in: the networks that are enabled, their coins and tokens, and the currencies of prices. All of it on one page, for any API key. Keep the response for a minute, and send its `ETag` as `If-None-Match` afterwards: nothing has changed if the response is a 304.
   */
  list(options: ReadOptions = {}): List<Asset, AssetList> {
    return listOf(this.#send, { method: 'GET', path: '/assets', options })
  }
}

class Quotes {
  readonly #send: Send
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Create a quote.
   * Locks a price in one asset for one session. Pass exactly one of `linkId` and `amount` as the source of the price. Nothing is charged, and no address is derived.
   * Scope: `sessions:write`.
   */
  create(body: CreateQuoteBody, options: WriteOptions = {}): Promise<Quote> {
    const call: Call = { method: 'POST', path: '/quotes', body, options }
    return this.#send(call)
  }

  /**
   * Get a quote.
   * Quotes can be read for 30 days.
   * Scope: `sessions:read`.
   */
  retrieve(id: string, options: ReadOptions = {}): Promise<Quote> {
    const call: Call = { method: 'GET', path: pathOf('/quotes/{id}', id), options }
    return this.#send(call)
  }
}

class CheckoutSessions {
  readonly #send: Send
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List checkout sessions.
   * Filters can be combined in any way. A page may have fewer sessions than `limit`, or none, and still not be the last: with `customerId` or `metadata` and another filter, a request looks at 500 sessions. Continue until `hasMore` is false.
   * Scope: `sessions:read`.
   */
  list(
    query: ListCheckoutSessionsQuery = {},
    options: ReadOptions = {},
  ): List<CheckoutSession, CheckoutSessionList> {
    return listOf(this.#send, { method: 'GET', path: '/checkout_sessions', query, options })
  }

  /**
   * Create a checkout session.
   * Pass exactly one of `quoteId`, `linkId` and `amount` as the source of the price. The session gets its own deposit address, and its price is locked until `expiresAt`.
   * Scope: `sessions:write`.
   */
  create(body: CreateCheckoutSessionBody, options: WriteOptions = {}): Promise<CheckoutSession> {
    const call: Call = { method: 'POST', path: '/checkout_sessions', body, options }
    return this.#send(call)
  }

  /**
   * Get a checkout session.
   * Scope: `sessions:read`.
   */
  retrieve(id: string, options: ReadOptions = {}): Promise<CheckoutSession> {
    const call: Call = { method: 'GET', path: pathOf('/checkout_sessions/{id}', id), options }
    return this.#send(call)
  }

  /**
   * Expire a checkout session.
   * Ends the time of a `pending` session now. Its chains are read first: if a payment was seen, the session stays as it is (`state_changed`), and if they can’t be read, nothing changes (`timed_out`). A payment that arrives afterwards is late, as after any expiry: until `lateUntil` it makes the session `paid_late`.
   * Scope: `sessions:write`.
   */
  expire(id: string, options: WriteOptions = {}): Promise<CheckoutSession> {
    const call: Call = {
      method: 'POST',
      path: pathOf('/checkout_sessions/{id}/expire', id),
      options,
    }
    return this.#send(call)
  }
}

class Refunds {
  readonly #send: Send
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List refunds.
   * Newest first. Filters can be combined in any way.
   * Scope: `refunds:read`.
   */
  list(query: ListRefundsQuery = {}, options: ReadOptions = {}): List<Refund, RefundList> {
    return listOf(this.#send, { method: 'GET', path: '/refunds', query, options })
  }

  /**
   * Create a refund.
   * Promises an amount of what was received to the customer. Send them `claimUrl`, where they say where the money goes, or give the address yourself. You send the money from a wallet of your own; the service finds the transfer on the chain. An amount above what was received and is not yet being refunded is rejected.
   * Scope: `refunds:write`.
   */
  create(body: CreateRefundBody, options: WriteOptions = {}): Promise<CreatedRefund> {
    const call: Call = { method: 'POST', path: '/refunds', body, options }
    return this.#send(call)
  }

  /**
   * Get a refund.
   * Scope: `refunds:read`.
   */
  retrieve(id: string, options: ReadOptions = {}): Promise<Refund> {
    const call: Call = { method: 'GET', path: pathOf('/refunds/{id}', id), options }
    return this.#send(call)
  }

  /**
   * Give the address of a refund.
   * In place of the customer, whose link then only shows how far the refund is. An address is final: to pay another one, cancel the refund and create a new one.
   * Scope: `refunds:write`.
   */
  update(id: string, body: UpdateRefundBody, options: WriteOptions = {}): Promise<Refund> {
    const call: Call = { method: 'PATCH', path: pathOf('/refunds/{id}', id), body, options }
    return this.#send(call)
  }

  /**
   * Cancel a refund.
   * Before its transfer is found: the amount can be refunded again, and the customer’s link ends. Make sure that you have not sent the money.
   * Scope: `refunds:write`.
   */
  cancel(id: string, options: WriteOptions = {}): Promise<Refund> {
    const call: Call = { method: 'POST', path: pathOf('/refunds/{id}/cancel', id), options }
    return this.#send(call)
  }
}

class WebhookEndpoints {
  readonly #send: Send
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List webhook endpoints.
   * Scope: `webhooks:read`.
   */
  list(
    query: ListWebhookEndpointsQuery = {},
    options: ReadOptions = {},
  ): List<WebhookEndpoint, WebhookEndpointList> {
    return listOf(this.#send, { method: 'GET', path: '/webhook_endpoints', query, options })
  }

  /**
   * Create a webhook endpoint.
   * The response contains the signing secret, which is never shown again. Each mode can have up to 20 endpoints.
   * Scope: `webhooks:write`.
   */
  create(
    body: CreateWebhookEndpointBody,
    options: WriteOptions = {},
  ): Promise<CreatedWebhookEndpoint> {
    const call: Call = { method: 'POST', path: '/webhook_endpoints', body, options }
    return this.#send(call)
  }

  /**
   * Get a webhook endpoint.
   * Scope: `webhooks:read`.
   */
  retrieve(id: string, options: ReadOptions = {}): Promise<WebhookEndpoint> {
    const call: Call = { method: 'GET', path: pathOf('/webhook_endpoints/{id}', id), options }
    return this.#send(call)
  }

  /**
   * Change a webhook endpoint.
   * Changes only the fields that you send.
   * Scope: `webhooks:write`.
   */
  update(
    id: string,
    body: UpdateWebhookEndpointBody,
    options: WriteOptions = {},
  ): Promise<WebhookEndpoint> {
    const call: Call = {
      method: 'PATCH',
      path: pathOf('/webhook_endpoints/{id}', id),
      body,
      options,
    }
    return this.#send(call)
  }

  /**
   * Delete a webhook endpoint.
   * Scope: `webhooks:write`.
   */
  delete(id: string, options: WriteOptions = {}): Promise<DeletedWebhookEndpoint> {
    const call: Call = { method: 'DELETE', path: pathOf('/webhook_endpoints/{id}', id), options }
    return this.#send(call)
  }

  /**
   * Send a test event.
   * Sends a synthetic `session.paid` event (`data.synthetic` is true) to the endpoint. The delivery is asynchronous.
   * Scope: `webhooks:write`.
   */
  test(id: string, options: WriteOptions = {}): Promise<TestEvent> {
    const call: Call = { method: 'POST', path: pathOf('/webhook_endpoints/{id}/test', id), options }
    return this.#send(call)
  }

  /**
   * Rotate the secret of an endpoint.
   * The response contains the new signing secret, which is never shown again. For 24 hours, deliveries are signed with the old one as well.
   * Scope: `webhooks:write`.
   */
  rotateSecret(id: string, options: WriteOptions = {}): Promise<CreatedWebhookEndpoint> {
    const call: Call = {
      method: 'POST',
      path: pathOf('/webhook_endpoints/{id}/rotate_secret', id),
      options,
    }
    return this.#send(call)
  }

  /**
   * List deliveries to an endpoint.
   * Newest first. To send the event of one again, see `POST /events/{id}/redeliver`.
   * Scope: `webhooks:write`.
   */
  listDeliveries(
    id: string,
    query: ListEndpointDeliveriesQuery = {},
    options: ReadOptions = {},
  ): List<WebhookDelivery, WebhookDeliveryList> {
    return listOf(this.#send, {
      method: 'GET',
      path: pathOf('/webhook_endpoints/{id}/deliveries', id),
      query,
      options,
    })
  }
}

export class Events {
  readonly #send: Send
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List events.
   * Everything that happened. Events never change. Filters can be combined in any way, but `customerId` and `metadata` only if no more than 100 sessions match them and `linkId`.
   * Scope: `events:read`.
   */
  list(query: ListEventsQuery = {}, options: ReadOptions = {}): List<Event, EventList> {
    return listOf(this.#send, { method: 'GET', path: '/events', query, options })
  }

  /**
   * Get an event.
   * Scope: `events:read`.
   */
  retrieve(id: string, options: ReadOptions = {}): Promise<Event> {
    const call: Call = { method: 'GET', path: pathOf('/events/{id}', id), options }
    return this.#send(call)
  }

  /**
   * Send an event to an endpoint again.
   * Sends the same event, signed again, with a full schedule of attempts, whatever the outcome of earlier ones and whatever the endpoint is subscribed to. Receivers know it by its id. The delivery is asynchronous.
   * Scope: `webhooks:write`.
   */
  redeliver(
    id: string,
    body: RedeliverEventBody,
    options: WriteOptions = {},
  ): Promise<WebhookDelivery> {
    const call: Call = { method: 'POST', path: pathOf('/events/{id}/redeliver', id), body, options }
    return this.#send(call)
  }
}

class Customers {
  readonly #send: Send
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List customers.
   * Newest first, by cursor as other lists, or by page. A customer who comes between two requests moves others to the next page, but not beyond a cursor. With `email`, only the customer with that email, in any letter case.
   * Scope: `customers:read`.
   */
  list(query: ListCustomersQuery = {}, options: ReadOptions = {}): List<Customer, CustomerList> {
    return listOf(this.#send, { method: 'GET', path: '/customers', query, options })
  }

  /**
   * Get a customer.
   * Scope: `customers:read`.
   */
  retrieve(id: string, options: ReadOptions = {}): Promise<Customer> {
    const call: Call = { method: 'GET', path: pathOf('/customers/{id}', id), options }
    return this.#send(call)
  }

  /**
   * Change a customer.
   * An object replaces all metadata; null clears it. The email can’t be changed, and nothing of an erased customer can.
   * Scope: `customers:write`.
   */
  update(id: string, body: UpdateCustomerBody, options: WriteOptions = {}): Promise<Customer> {
    const call: Call = { method: 'PATCH', path: pathOf('/customers/{id}', id), body, options }
    return this.#send(call)
  }

  /**
   * Erase a customer.
   * Removes what is known of the person, for good: their email and metadata at once; the email and billing details in their sessions and events within minutes, or once an open session has closed. Payments, the id and the place in lists stay. The same email later is a new customer.
   * Scope: `customers:write`.
   */
  delete(id: string, options: WriteOptions = {}): Promise<DeletedCustomer> {
    const call: Call = { method: 'DELETE', path: pathOf('/customers/{id}', id), options }
    return this.#send(call)
  }
}

export class Resources {
  readonly paymentLinks: PaymentLinks
  readonly assets: Assets
  readonly quotes: Quotes
  readonly checkoutSessions: CheckoutSessions
  readonly refunds: Refunds
  readonly webhookEndpoints: WebhookEndpoints
  readonly events: Events
  readonly customers: Customers
  constructor(send: Send) {
    this.paymentLinks = new PaymentLinks(send)
    this.assets = new Assets(send)
    this.quotes = new Quotes(send)
    this.checkoutSessions = new CheckoutSessions(send)
    this.refunds = new Refunds(send)
    this.webhookEndpoints = new WebhookEndpoints(send)
    this.events = new Events(send)
    this.customers = new Customers(send)
  }
}
