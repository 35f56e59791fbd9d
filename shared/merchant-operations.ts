import { createCheckoutSession } from './checkout/create-checkout-session.ts'
import { getCheckoutSession } from './checkout/get-checkout-session.ts'
import { listCheckoutSessions } from './checkout/list-checkout-sessions.ts'
import { getCustomer } from './customers/get-customer.ts'
import { listCustomers } from './customers/list-customers.ts'
import { updateCustomer } from './customers/update-customer.ts'
import { getEvent } from './events/get-event.ts'
import { listEvents } from './events/list-events.ts'
import { createPaymentLink } from './payment-links/create-payment-link.ts'
import { deletePaymentLink } from './payment-links/delete-payment-link.ts'
import { getPaymentLink } from './payment-links/get-payment-link.ts'
import { listPaymentLinks } from './payment-links/list-payment-links.ts'
import { updatePaymentLink } from './payment-links/update-payment-link.ts'
import { createQuote } from './quotes/create-quote.ts'
import { getQuote } from './quotes/get-quote.ts'
import { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './webhooks/delete-webhook-endpoint.ts'
import { getWebhookEndpoint } from './webhooks/get-webhook-endpoint.ts'
import { listWebhookEndpoints } from './webhooks/list-webhook-endpoints.ts'
import { testWebhookEndpoint } from './webhooks/test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from './webhooks/update-webhook-endpoint.ts'

/** The API: every merchant operation, in the order of the API description. */
export const merchantOperations = {
  createPaymentLink,
  listPaymentLinks,
  getPaymentLink,
  updatePaymentLink,
  deletePaymentLink,
  createQuote,
  getQuote,
  createCheckoutSession,
  listCheckoutSessions,
  getCheckoutSession,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  listEvents,
  getEvent,
  listCustomers,
  getCustomer,
  updateCustomer,
} as const

export type MerchantOperationId = keyof typeof merchantOperations
