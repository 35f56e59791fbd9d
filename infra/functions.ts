import { api, apiFunctions, opensSessions } from './api-functions.ts'
import type { FunctionRow, Touches } from './function-row.ts'

const worker = { memoryMb: 512, timeoutSeconds: 60 } as const
const movesSessions = {
  table: 'write',
  sends: ['webhook-deliveries'],
  starts: ['payment-confirmation'],
  chains: true,
} as const satisfies Touches
const showsSessions = {
  table: 'write',
  sends: ['scans'],
  chainIds: true,
} as const satisfies Touches

/** Every Lambda of the service. The CDK stacks and the local instance are both wired from this table alone. */
export const functions = {
  ...apiFunctions,
  'describe-api': {
    entry: 'functions/api/describe.ts',
    trigger: { kind: 'route', method: 'GET', path: '/api/v1/openapi.json' },
    ...api,
    touches: { table: 'read' },
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
    touches: showsSessions,
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
    touches: showsSessions,
  },
  'check-payment': {
    entry: 'functions/checkout/check-payment.ts',
    trigger: { kind: 'route', method: 'POST', path: '/api/checkout/sessions/{id}/check' },
    ...api,
    touches: showsSessions,
  },
  'give-details': {
    entry: 'functions/checkout/give-details.ts',
    trigger: { kind: 'route', method: 'POST', path: '/api/checkout/sessions/{id}/details' },
    ...api,
    touches: { table: 'write', chainIds: true },
  },
  'choose-asset': {
    entry: 'functions/checkout/choose-asset.ts',
    trigger: { kind: 'route', method: 'POST', path: '/api/checkout/sessions/{id}/asset' },
    ...api,
    touches: movesSessions,
  },
  'receive-chain-notification': {
    entry: 'functions/intake/receive-chain-notification.ts',
    trigger: { kind: 'route', method: 'POST', path: '/api/chain/notifications/{notifier}' },
    ...api,
    touches: { table: 'read', sends: ['scans'], decrypts: ['app-secrets'] },
  },
  'scan-addresses': {
    entry: 'functions/queues/scan-addresses.ts',
    trigger: {
      kind: 'queue',
      queue: 'scans',
      batchSize: 10,
      maxConcurrency: 5,
      impact: 'Customers who paid see it a minute later than usual on the checkout page.',
    },
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: movesSessions,
  },
  'deliver-webhooks': {
    entry: 'functions/queues/deliver-webhooks.ts',
    trigger: {
      kind: 'queue',
      queue: 'webhook-deliveries',
      batchSize: 5,
      // Room for nine receivers that hang on five sends each; as many as one thread takes on one machine.
      maxConcurrency: 50,
      impact: 'Shops are not told of payments, so customers who paid wait for their orders.',
    },
    memoryMb: 512,
    timeoutSeconds: 40,
    touches: { table: 'write', sends: ['webhook-deliveries'], decrypts: ['app-secrets'] },
  },
  'watch-session': {
    entry: 'functions/timers/watch-session.ts',
    trigger: {
      kind: 'task',
      machine: 'session-timer',
      impact: 'Sessions stay open past their time, and late payments are judged late.',
    },
    ...worker,
    touches: movesSessions,
  },
  'recheck-payment': {
    entry: 'functions/timers/recheck-payment.ts',
    trigger: {
      kind: 'task',
      machine: 'payment-confirmation',
      impact: 'Customers who paid keep seeing "confirming", and shops do not ship.',
    },
    ...worker,
    touches: movesSessions,
  },
  relay: {
    entry: 'functions/schedules/relay.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      impact: 'Shops that were not told of a payment at once are not told at all.',
    },
    ...worker,
    touches: { table: 'write', sends: ['webhook-deliveries'] },
  },
  reconcile: {
    entry: 'functions/schedules/reconcile.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      impact:
        'Payments are noticed only where a notification came or the checkout page stayed open.',
    },
    ...worker,
    touches: movesSessions,
  },
  'look-at-closed-addresses': {
    entry: 'functions/schedules/look-at-closed-addresses.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      impact: 'Money sent after the time was up is noticed late; refunds wait.',
    },
    ...worker,
    touches: { table: 'write', chains: true },
  },
  'probe-chains': {
    entry: 'functions/schedules/probe-chains.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 3600,
      alsoAtStart: true,
      impact: 'A node that stands for another chain or lacks what it should have is not told of.',
    },
    ...worker,
    touches: { chains: true },
  },
  'operator-chains': {
    entry: 'functions/operator/chains.ts',
    trigger: { kind: 'operator' },
    ...worker,
    touches: { chains: true },
  },
  'operator-deposits': {
    entry: 'functions/operator/deposits.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: { table: 'read' },
  },
  'operator-sessions': {
    entry: 'functions/operator/sessions.ts',
    trigger: { kind: 'operator' },
    ...worker,
    // A closed address is looked at on one chain after the other, and some of their nodes may hang.
    timeoutSeconds: 300,
    touches: movesSessions,
  },
  'operator-setup': {
    entry: 'functions/operator/setup.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: {
      table: 'write',
      encrypts: ['hd-mnemonic', 'account-public-keys', 'app-secrets'],
      administers: ['instance', 'setup-token', 'settings'],
    },
  },
  'operator-setup-token': {
    entry: 'functions/operator/setup-token.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: { table: 'write', administers: ['setup-token'] },
  },
  'operator-keys': {
    entry: 'functions/operator/keys.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: { table: 'write', administers: ['api-keys'] },
  },
  'operator-deliveries': {
    entry: 'functions/operator/deliveries.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: {
      table: 'write',
      sends: ['webhook-deliveries'],
      redrives: ['webhook-deliveries'],
    },
  },
  'operator-endpoints': {
    entry: 'functions/operator/endpoints.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: { table: 'write', encrypts: ['app-secrets'] },
  },
  'operator-settings': {
    entry: 'functions/operator/settings.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: { table: 'write', administers: ['settings'] },
  },
} as const satisfies Record<string, FunctionRow>

export type FunctionName = keyof typeof functions
