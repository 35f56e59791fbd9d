import type * as z from 'zod'
import type { Scope } from '../domain/scopes.ts'
import { checkoutSession } from './checkout-session.ts'
import { createCheckoutSessionBody } from './create-checkout-session.ts'
import { createPaymentLinkBody, paymentLink } from './payment-link.ts'
import { noBody, noQuery } from './primitives.ts'
import {
  createdWebhookEndpoint,
  createWebhookEndpointBody,
  webhookEndpoint,
} from './webhook-endpoint.ts'

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
  getPaymentLink: {
    method: 'GET',
    path: '/payment_links/{id}',
    scope: 'links:read',
    status: 200,
    body: noBody,
    query: noQuery,
    response: paymentLink,
    idempotent: false,
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
  getCheckoutSession: {
    method: 'GET',
    path: '/checkout_sessions/{id}',
    scope: 'sessions:read',
    status: 200,
    body: noBody,
    query: noQuery,
    response: checkoutSession,
    idempotent: false,
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
  getWebhookEndpoint: {
    method: 'GET',
    path: '/webhook_endpoints/{id}',
    scope: 'webhooks:read',
    status: 200,
    body: noBody,
    query: noQuery,
    response: webhookEndpoint,
    idempotent: false,
  },
} as const satisfies Record<string, Endpoint>

export type OperationId = keyof typeof endpoints
