import type { OperationId } from '../shared/contract/endpoints.ts'

/** What starts a function. */
type Trigger =
  /** A public operation; method, path and scope stand in `shared/contract/endpoints.ts`. */
  | { kind: 'operation'; operation: OperationId }
  /** A route outside the public API. `path` as in API Gateway: `/api/checkout/sessions/{id}`. */
  | { kind: 'route'; method: 'GET' | 'POST'; path: string; streaming?: true }
  | { kind: 'queue'; queue: QueueName; batchSize: number; maxConcurrency: number }
  | { kind: 'schedule'; everySeconds: number; alsoAtStart?: true }
  /** A task of a state machine, invoked by its name in the ASL file. */
  | { kind: 'task'; machine: MachineName }
  /** Invoked by the operator's terminal, through Lambda's Invoke. */
  | { kind: 'operator' }

/** Each has a `<name>.asl.json` in `infra/machines/`. */
export const machineNames = ['session-timer', 'payment-confirmation'] as const
export type MachineName = (typeof machineNames)[number]

export const queues = {
  scans: { visibilitySeconds: 180, maxReceiveCount: 10 },
  'webhook-deliveries': { visibilitySeconds: 240, maxReceiveCount: 20 },
} as const
export type QueueName = keyof typeof queues

/** Encryption contexts (`purpose`) of the one KMS key; a function may use only what its row names. */
export const kmsPurposes = ['hd-mnemonic', 'account-public-keys', 'app-secrets'] as const
export type KmsPurpose = (typeof kmsPurposes)[number]

/** What a function may touch; nothing else is granted. */
type Touches = {
  table?: 'read' | 'write'
  sends?: readonly QueueName[]
  starts?: readonly MachineName[]
  /** Creates data keys (to encrypt) for these purposes. */
  encrypts?: readonly KmsPurpose[]
  decrypts?: readonly KmsPurpose[]
  /** Calls the chains' nodes. */
  chains?: true
}

export type FunctionRow = {
  /** Path of the entry file from the repository's root; it exports `handler`. */
  entry: string
  trigger: Trigger
  memoryMb: number
  timeoutSeconds: number
  touches: Touches
}

const api = { memoryMb: 512, timeoutSeconds: 20 } as const
const worker = { memoryMb: 512, timeoutSeconds: 60 } as const
const opensSessions = {
  table: 'write',
  starts: ['session-timer'],
  decrypts: ['account-public-keys'],
  chains: true,
} as const satisfies Touches
const movesSessions = {
  table: 'write',
  sends: ['webhook-deliveries'],
  starts: ['payment-confirmation'],
  chains: true,
} as const satisfies Touches

/** Every Lambda of the service. The CDK stacks and the local instance are both wired from this table alone. */
export const functions = {
  'create-payment-link': {
    entry: 'functions/api/payment-links/create.ts',
    trigger: { kind: 'operation', operation: 'createPaymentLink' },
    ...api,
    touches: { table: 'write' },
  },
  'get-payment-link': {
    entry: 'functions/api/payment-links/get.ts',
    trigger: { kind: 'operation', operation: 'getPaymentLink' },
    ...api,
    touches: { table: 'write' },
  },
  'create-checkout-session': {
    entry: 'functions/api/checkout-sessions/create.ts',
    trigger: { kind: 'operation', operation: 'createCheckoutSession' },
    ...api,
    touches: opensSessions,
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
  'get-webhook-endpoint': {
    entry: 'functions/api/webhook-endpoints/get.ts',
    trigger: { kind: 'operation', operation: 'getWebhookEndpoint' },
    ...api,
    touches: { table: 'write' },
  },
  'show-link': {
    entry: 'functions/checkout/show-link.ts',
    trigger: { kind: 'route', method: 'GET', path: '/api/checkout/links/{slug}' },
    ...api,
    touches: { table: 'read' },
  },
  'open-link': {
    entry: 'functions/checkout/open-link.ts',
    trigger: { kind: 'route', method: 'POST', path: '/api/checkout/links/{slug}/sessions' },
    ...api,
    touches: opensSessions,
  },
  'show-session': {
    entry: 'functions/checkout/show-session.ts',
    trigger: { kind: 'route', method: 'GET', path: '/api/checkout/sessions/{id}' },
    ...api,
    touches: { table: 'write', sends: ['scans'] },
  },
  'stream-session': {
    entry: 'functions/checkout/stream-session.ts',
    trigger: {
      kind: 'route',
      method: 'GET',
      path: '/api/checkout/sessions/{id}/stream',
      streaming: true,
    },
    memoryMb: 256,
    timeoutSeconds: 60,
    touches: { table: 'write', sends: ['scans'] },
  },
  'check-payment': {
    entry: 'functions/checkout/check-payment.ts',
    trigger: { kind: 'route', method: 'POST', path: '/api/checkout/sessions/{id}/check' },
    ...api,
    touches: { table: 'write', sends: ['scans'] },
  },
  'receive-chain-notification': {
    entry: 'functions/intake/receive-chain-notification.ts',
    trigger: { kind: 'route', method: 'POST', path: '/api/chain/notifications/{notifier}' },
    ...api,
    touches: { table: 'read', sends: ['scans'], decrypts: ['app-secrets'] },
  },
  'scan-addresses': {
    entry: 'functions/queues/scan-addresses.ts',
    trigger: { kind: 'queue', queue: 'scans', batchSize: 10, maxConcurrency: 5 },
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: movesSessions,
  },
  'deliver-webhooks': {
    entry: 'functions/queues/deliver-webhooks.ts',
    trigger: { kind: 'queue', queue: 'webhook-deliveries', batchSize: 5, maxConcurrency: 20 },
    memoryMb: 512,
    timeoutSeconds: 40,
    touches: { table: 'write', sends: ['webhook-deliveries'], decrypts: ['app-secrets'] },
  },
  'watch-session': {
    entry: 'functions/timers/watch-session.ts',
    trigger: { kind: 'task', machine: 'session-timer' },
    ...worker,
    touches: movesSessions,
  },
  'recheck-payment': {
    entry: 'functions/timers/recheck-payment.ts',
    trigger: { kind: 'task', machine: 'payment-confirmation' },
    ...worker,
    touches: movesSessions,
  },
  relay: {
    entry: 'functions/schedules/relay.ts',
    trigger: { kind: 'schedule', everySeconds: 60, alsoAtStart: true },
    ...worker,
    touches: { table: 'write', sends: ['webhook-deliveries'] },
  },
  reconcile: {
    entry: 'functions/schedules/reconcile.ts',
    trigger: { kind: 'schedule', everySeconds: 60, alsoAtStart: true },
    ...worker,
    touches: movesSessions,
  },
  'operator-setup': {
    entry: 'functions/operator/setup.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: {
      table: 'write',
      encrypts: ['hd-mnemonic', 'account-public-keys', 'app-secrets'],
    },
  },
  'operator-keys': {
    entry: 'functions/operator/keys.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: { table: 'write' },
  },
  'operator-settings': {
    entry: 'functions/operator/settings.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: { table: 'write' },
  },
} as const satisfies Record<string, FunctionRow>

export type FunctionName = keyof typeof functions
