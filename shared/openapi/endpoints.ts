import type * as z from 'zod'
import type { Scope } from '../api-keys/rules/scopes.ts'
import {
  checkoutSession,
  checkoutSessionList,
  listCheckoutSessionsQuery,
} from '../checkout-sessions/wire/checkout-session.ts'
import { createCheckoutSessionBody } from '../checkout-sessions/wire/create-checkout-session.ts'
import {
  customer,
  customerList,
  listCustomersQuery,
  updateCustomerBody,
} from '../customers/wire/customer.ts'
import { event, eventList, listEventsQuery, testEvent } from '../events/wire/event.ts'
import { noBody, noQuery } from '../kernel/wire/primitives.ts'
import {
  createPaymentLinkBody,
  deletedPaymentLink,
  listPaymentLinksQuery,
  paymentLink,
  paymentLinkList,
  updatePaymentLinkBody,
} from '../payment-links/wire/payment-link.ts'
import { createQuoteBody, quote } from '../quotes/wire/quote.ts'
import {
  createdWebhookEndpoint,
  createWebhookEndpointBody,
  deletedWebhookEndpoint,
  listWebhookEndpointsQuery,
  updateWebhookEndpointBody,
  webhookEndpoint,
  webhookEndpointList,
} from '../webhooks/wire/webhook-endpoint.ts'

/** One public operation, with the types that its schemas give out. */
export type Endpoint<Body = unknown, Query = unknown, Response = unknown> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`. */
  path: `/${string}`
  scope: Scope
  /** Status of success. */
  status: 200 | 201 | 202
  body: z.ZodType<Body>
  query: z.ZodType<Query>
  response: z.ZodType<Response>
  /** Honours `Idempotency-Key`: every operation that changes something. */
  idempotent: boolean
  /** The response shows a secret, so a reply kept for repetitions is encrypted. */
  showsSecret?: true
}

const reads = {
  method: 'GET',
  status: 200,
  body: noBody,
  query: noQuery,
  idempotent: false,
} as const

const deletes = {
  method: 'DELETE',
  status: 200,
  body: noBody,
  query: noQuery,
  idempotent: true,
} as const

/** Every operation of the API. Gateway, functions and description are all made from these rows. */
export const endpoints = {
  createPaymentLink: {
    method: 'POST',
    path: '/payment_links',
    scope: 'links:write',
    status: 201,
    body: createPaymentLinkBody,
    query: noQuery,
    response: paymentLink,
    idempotent: true,
  },
  listPaymentLinks: {
    ...reads,
    path: '/payment_links',
    scope: 'links:read',
    query: listPaymentLinksQuery,
    response: paymentLinkList,
  },
  getPaymentLink: {
    ...reads,
    path: '/payment_links/{id}',
    scope: 'links:read',
    response: paymentLink,
  },
  updatePaymentLink: {
    method: 'PATCH',
    path: '/payment_links/{id}',
    scope: 'links:write',
    status: 200,
    body: updatePaymentLinkBody,
    query: noQuery,
    response: paymentLink,
    idempotent: true,
  },
  deletePaymentLink: {
    ...deletes,
    path: '/payment_links/{id}',
    scope: 'links:write',
    response: deletedPaymentLink,
  },
  createQuote: {
    method: 'POST',
    path: '/quotes',
    scope: 'sessions:write',
    status: 201,
    body: createQuoteBody,
    query: noQuery,
    response: quote,
    idempotent: true,
  },
  getQuote: {
    ...reads,
    path: '/quotes/{id}',
    scope: 'sessions:read',
    response: quote,
  },
  createCheckoutSession: {
    method: 'POST',
    path: '/checkout_sessions',
    scope: 'sessions:write',
    status: 201,
    body: createCheckoutSessionBody,
    query: noQuery,
    response: checkoutSession,
    idempotent: true,
  },
  listCheckoutSessions: {
    ...reads,
    path: '/checkout_sessions',
    scope: 'sessions:read',
    query: listCheckoutSessionsQuery,
    response: checkoutSessionList,
  },
  getCheckoutSession: {
    ...reads,
    path: '/checkout_sessions/{id}',
    scope: 'sessions:read',
    response: checkoutSession,
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/webhook_endpoints',
    scope: 'webhooks:write',
    status: 201,
    body: createWebhookEndpointBody,
    query: noQuery,
    response: createdWebhookEndpoint,
    idempotent: true,
    showsSecret: true,
  },
  listWebhookEndpoints: {
    ...reads,
    path: '/webhook_endpoints',
    scope: 'webhooks:read',
    query: listWebhookEndpointsQuery,
    response: webhookEndpointList,
  },
  getWebhookEndpoint: {
    ...reads,
    path: '/webhook_endpoints/{id}',
    scope: 'webhooks:read',
    response: webhookEndpoint,
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/webhook_endpoints/{id}',
    scope: 'webhooks:write',
    status: 200,
    body: updateWebhookEndpointBody,
    query: noQuery,
    response: webhookEndpoint,
    idempotent: true,
  },
  deleteWebhookEndpoint: {
    ...deletes,
    path: '/webhook_endpoints/{id}',
    scope: 'webhooks:write',
    response: deletedWebhookEndpoint,
  },
  testWebhookEndpoint: {
    method: 'POST',
    path: '/webhook_endpoints/{id}/test',
    scope: 'webhooks:write',
    status: 202,
    body: noBody,
    query: noQuery,
    response: testEvent,
    idempotent: true,
  },
  listEvents: {
    ...reads,
    path: '/events',
    scope: 'events:read',
    query: listEventsQuery,
    response: eventList,
  },
  getEvent: {
    ...reads,
    path: '/events/{id}',
    scope: 'events:read',
    response: event,
  },
  listCustomers: {
    ...reads,
    path: '/customers',
    scope: 'customers:read',
    query: listCustomersQuery,
    response: customerList,
  },
  getCustomer: {
    ...reads,
    path: '/customers/{id}',
    scope: 'customers:read',
    response: customer,
  },
  updateCustomer: {
    method: 'PATCH',
    path: '/customers/{id}',
    scope: 'customers:write',
    status: 200,
    body: updateCustomerBody,
    query: noQuery,
    response: customer,
    idempotent: true,
  },
} as const satisfies Record<string, Endpoint>

export type OperationId = keyof typeof endpoints
