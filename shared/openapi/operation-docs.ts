import type { ErrorCode } from '../kernel/errors.ts'
import type { OperationId } from './endpoints.ts'

/** What the description of the API says of an operation beyond its schemas. */
export type OperationDoc = {
  tag: keyof typeof tagDescriptions
  summary: string
  description?: string
  /** A body that the operation takes. */
  example?: Record<string, unknown>
  /** Errors beyond those that every operation of its kind can give. */
  errors?: readonly ErrorCode[]
}

const ordersAsset = [
  'resource_not_found',
  'link_inactive',
  'unsupported_currency',
  'unsupported_chain',
  'unsupported_asset',
  'price_unavailable',
] as const satisfies readonly ErrorCode[]

const opensSession = [
  ...ordersAsset,
  'quote_expired',
  'quote_consumed',
  'wallet_not_configured',
] as const satisfies readonly ErrorCode[]

/** What each group of operations is about. */
export const tagDescriptions = {
  'Payment links': 'Reusable pages with a fixed price.',
  Quotes: 'A price in one coin or token, held for a few minutes.',
  'Checkout sessions': 'One attempt to pay, with a deposit address of its own.',
  'Webhook endpoints': 'Where events are sent.',
  Events: 'Everything that happened, unchanged since.',
  Customers: 'Who paid, by email.',
  Webhooks: 'What is sent to webhook endpoints.',
  Description: 'This document.',
} as const

/** A new operation needs a row here before it compiles; its contract tests use the example. */
export const operationDocs: Record<OperationId, OperationDoc> = {
  createPaymentLink: {
    tag: 'Payment links',
    summary: 'Create a payment link',
    description: 'A link is reusable: each visit of its page opens a checkout session of its own.',
    example: { title: 'A year of letters', fiatAmount: '12.00', fiatCurrency: 'USD' },
    errors: ['unsupported_currency'],
  },
  listPaymentLinks: { tag: 'Payment links', summary: 'List payment links' },
  getPaymentLink: { tag: 'Payment links', summary: 'Get a payment link' },
  updatePaymentLink: {
    tag: 'Payment links',
    summary: 'Change a payment link',
    description:
      'Only the fields that are given change; null clears. A new price holds for sessions opened from then on.',
    example: { title: 'Two years of letters', description: null },
    errors: ['unsupported_currency', 'state_changed'],
  },
  deletePaymentLink: {
    tag: 'Payment links',
    summary: 'Delete a payment link',
    description: 'For good: its page stops at once. Sessions opened from it go on.',
  },
  createQuote: {
    tag: 'Quotes',
    summary: 'Create a quote',
    description:
      'Holds a price in one asset for one session. Exactly one of `linkId` and `amount` says where the price comes from. Nothing is charged and no address derived.',
    example: { amount: { value: '10.00', currency: 'USD' } },
    errors: ordersAsset,
  },
  getQuote: { tag: 'Quotes', summary: 'Get a quote', description: 'For 30 days.' },
  createCheckoutSession: {
    tag: 'Checkout sessions',
    summary: 'Create a checkout session',
    description:
      'Exactly one of `quoteId`, `linkId` and `amount` says where the price comes from. The session gets a deposit address of its own, and its price is locked until `expiresAt`.',
    example: { amount: { value: '10.00', currency: 'USD' }, metadata: { order: 'A1' } },
    errors: opensSession,
  },
  listCheckoutSessions: {
    tag: 'Checkout sessions',
    summary: 'List checkout sessions',
    description: 'Filters can be combined in any way.',
  },
  getCheckoutSession: { tag: 'Checkout sessions', summary: 'Get a checkout session' },
  createWebhookEndpoint: {
    tag: 'Webhook endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'The response holds the signing secret, which is never shown again. A mode has at most 20 endpoints.',
    example: { url: 'https://shop.example/webhooks', events: ['session.paid'] },
  },
  listWebhookEndpoints: { tag: 'Webhook endpoints', summary: 'List webhook endpoints' },
  updateWebhookEndpoint: {
    tag: 'Webhook endpoints',
    summary: 'Change a webhook endpoint',
    description: 'Only the fields that are given change.',
    example: { events: ['session.paid', 'session.expired'] },
    errors: ['state_changed'],
  },
  deleteWebhookEndpoint: { tag: 'Webhook endpoints', summary: 'Delete a webhook endpoint' },
  testWebhookEndpoint: {
    tag: 'Webhook endpoints',
    summary: 'Send a test event',
    description:
      'Sends a synthetic `session.paid` event (`data.synthetic` is true) to the endpoint. The delivery is asynchronous.',
    errors: ['state_changed'],
  },
  getWebhookEndpoint: { tag: 'Webhook endpoints', summary: 'Get a webhook endpoint' },
  listEvents: {
    tag: 'Events',
    summary: 'List events',
    description: 'Everything that happened, unchanged since. Filters can be combined in any way.',
  },
  getEvent: { tag: 'Events', summary: 'Get an event' },
  listCustomers: {
    tag: 'Customers',
    summary: 'List customers',
    description:
      'Newest first, by page. With `email`, the one customer who has it, in any letter case.',
  },
  getCustomer: { tag: 'Customers', summary: 'Get a customer' },
  updateCustomer: {
    tag: 'Customers',
    summary: 'Change a customer',
    description: 'An object replaces all metadata; null clears it. The email cannot change.',
    example: { metadata: { tier: 'gold' } },
  },
}
