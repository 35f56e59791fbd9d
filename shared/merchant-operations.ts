import { createCheckoutSession } from './merchant/checkout/create-checkout-session.ts'
import { expireCheckoutSession } from './merchant/checkout/expire-checkout-session.ts'
import { getCheckoutSession } from './merchant/checkout/get-checkout-session.ts'
import { listCheckoutSessions } from './merchant/checkout/list-checkout-sessions.ts'
import { getEvent } from './merchant/events/get-event.ts'
import { listEvents } from './merchant/events/list-events.ts'
import { createPaymentLink } from './merchant/payment-links/create-payment-link.ts'
import { deletePaymentLink } from './merchant/payment-links/delete-payment-link.ts'
import { getPaymentLink } from './merchant/payment-links/get-payment-link.ts'
import { listPaymentLinks } from './merchant/payment-links/list-payment-links.ts'
import { updatePaymentLink } from './merchant/payment-links/update-payment-link.ts'
import { createQuote } from './merchant/quotes/create-quote.ts'
import { getQuote } from './merchant/quotes/get-quote.ts'
import { listAssets } from './merchant/quotes/list-assets.ts'
import { listEndpointDeliveries } from './merchant/webhooks/deliveries/list-endpoint-deliveries.ts'
import { redeliverEvent } from './merchant/webhooks/deliveries/redeliver-event.ts'
import { createWebhookEndpoint } from './merchant/webhooks/endpoints/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './merchant/webhooks/endpoints/delete-webhook-endpoint.ts'
import { getWebhookEndpoint } from './merchant/webhooks/endpoints/get-webhook-endpoint.ts'
import { listWebhookEndpoints } from './merchant/webhooks/endpoints/list-webhook-endpoints.ts'
import { rotateEndpointSecret } from './merchant/webhooks/endpoints/rotate-endpoint-secret.ts'
import { testWebhookEndpoint } from './merchant/webhooks/endpoints/test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from './merchant/webhooks/endpoints/update-webhook-endpoint.ts'
import { cancelRefund } from './money/refunds/cancel-refund.ts'
import { createRefund } from './money/refunds/create-refund.ts'
import { getRefund } from './money/refunds/get-refund.ts'
import { listRefunds } from './money/refunds/list-refunds.ts'
import { updateRefund } from './money/refunds/update-refund.ts'
import { deleteCustomer } from './records/customers/delete-customer.ts'
import { getCustomer } from './records/customers/get-customer.ts'
import { listCustomers } from './records/customers/list-customers.ts'
import { updateCustomer } from './records/customers/update-customer.ts'

/** The API: every merchant operation, in the order of the API description. */
export const merchantOperations = {
  createPaymentLink,
  listPaymentLinks,
  getPaymentLink,
  updatePaymentLink,
  deletePaymentLink,
  listAssets,
  createQuote,
  getQuote,
  createCheckoutSession,
  listCheckoutSessions,
  getCheckoutSession,
  expireCheckoutSession,
  createRefund,
  listRefunds,
  getRefund,
  updateRefund,
  cancelRefund,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  rotateEndpointSecret,
  listEndpointDeliveries,
  listEvents,
  getEvent,
  redeliverEvent,
  listCustomers,
  getCustomer,
  updateCustomer,
  deleteCustomer,
} as const

export type MerchantOperationId = keyof typeof merchantOperations
