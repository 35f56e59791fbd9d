import type { FunctionRow, Touches } from './function-row.ts'

/** What a function has that somebody waits for. */
export const api = { memoryMb: 512, timeoutSeconds: 20 } as const

export const opensSessions = {
  table: 'write',
  starts: ['session-timer'],
  decrypts: ['account-public-keys'],
  chains: true,
} as const satisfies Touches

/** The functions of the public API, one for each operation. */
export const apiFunctions = {
  'create-payment-link': {
    entry: 'functions/api/payment-links/create.ts',
    trigger: { kind: 'operation', operation: 'createPaymentLink' },
    ...api,
    touches: { table: 'write', currencies: true },
  },
  'get-payment-link': {
    entry: 'functions/api/payment-links/get.ts',
    trigger: { kind: 'operation', operation: 'getPaymentLink' },
    ...api,
    touches: { table: 'write' },
  },
  'list-payment-links': {
    entry: 'functions/api/payment-links/list.ts',
    trigger: { kind: 'operation', operation: 'listPaymentLinks' },
    ...api,
    touches: { table: 'write' },
  },
  'update-payment-link': {
    entry: 'functions/api/payment-links/update.ts',
    trigger: { kind: 'operation', operation: 'updatePaymentLink' },
    ...api,
    touches: { table: 'write', currencies: true },
  },
  'delete-payment-link': {
    entry: 'functions/api/payment-links/delete.ts',
    trigger: { kind: 'operation', operation: 'deletePaymentLink' },
    ...api,
    touches: { table: 'write' },
  },
  'create-quote': {
    entry: 'functions/api/quotes/create.ts',
    trigger: { kind: 'operation', operation: 'createQuote' },
    ...api,
    touches: { table: 'write', chains: true },
  },
  'get-quote': {
    entry: 'functions/api/quotes/get.ts',
    trigger: { kind: 'operation', operation: 'getQuote' },
    ...api,
    touches: { table: 'write' },
  },
  'create-checkout-session': {
    entry: 'functions/api/checkout-sessions/create.ts',
    trigger: { kind: 'operation', operation: 'createCheckoutSession' },
    ...api,
    touches: opensSessions,
  },
  'list-checkout-sessions': {
    entry: 'functions/api/checkout-sessions/list.ts',
    trigger: { kind: 'operation', operation: 'listCheckoutSessions' },
    ...api,
    touches: { table: 'write' },
  },
  'get-checkout-session': {
    entry: 'functions/api/checkout-sessions/get.ts',
    trigger: { kind: 'operation', operation: 'getCheckoutSession' },
    ...api,
    touches: { table: 'write' },
  },
  'create-webhook-endpoint': {
    entry: 'functions/api/webhook-endpoints/create.ts',
    trigger: { kind: 'operation', operation: 'createWebhookEndpoint' },
    ...api,
    // It opens what it sealed: the replies it repeats hold the secret.
    touches: { table: 'write', encrypts: ['app-secrets'], decrypts: ['app-secrets'] },
  },
  'list-webhook-endpoints': {
    entry: 'functions/api/webhook-endpoints/list.ts',
    trigger: { kind: 'operation', operation: 'listWebhookEndpoints' },
    ...api,
    touches: { table: 'write' },
  },
  'get-webhook-endpoint': {
    entry: 'functions/api/webhook-endpoints/get.ts',
    trigger: { kind: 'operation', operation: 'getWebhookEndpoint' },
    ...api,
    touches: { table: 'write' },
  },
  'update-webhook-endpoint': {
    entry: 'functions/api/webhook-endpoints/update.ts',
    trigger: { kind: 'operation', operation: 'updateWebhookEndpoint' },
    ...api,
    touches: { table: 'write' },
  },
  'delete-webhook-endpoint': {
    entry: 'functions/api/webhook-endpoints/delete.ts',
    trigger: { kind: 'operation', operation: 'deleteWebhookEndpoint' },
    ...api,
    touches: { table: 'write' },
  },
  'test-webhook-endpoint': {
    entry: 'functions/api/webhook-endpoints/test.ts',
    trigger: { kind: 'operation', operation: 'testWebhookEndpoint' },
    ...api,
    touches: { table: 'write', sends: ['webhook-deliveries'] },
  },
  'list-events': {
    entry: 'functions/api/events/list.ts',
    trigger: { kind: 'operation', operation: 'listEvents' },
    ...api,
    touches: { table: 'write' },
  },
  'get-event': {
    entry: 'functions/api/events/get.ts',
    trigger: { kind: 'operation', operation: 'getEvent' },
    ...api,
    touches: { table: 'write' },
  },
  'list-customers': {
    entry: 'functions/api/customers/list.ts',
    trigger: { kind: 'operation', operation: 'listCustomers' },
    ...api,
    touches: { table: 'write' },
  },
  'get-customer': {
    entry: 'functions/api/customers/get.ts',
    trigger: { kind: 'operation', operation: 'getCustomer' },
    ...api,
    touches: { table: 'write' },
  },
  'update-customer': {
    entry: 'functions/api/customers/update.ts',
    trigger: { kind: 'operation', operation: 'updateCustomer' },
    ...api,
    touches: { table: 'write' },
  },
} as const satisfies Record<string, FunctionRow>
