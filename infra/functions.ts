import { operations } from '../shared/operations.ts'
import { movesSessions, worker } from './function-parts.ts'
import type { FunctionRow } from './function-row.ts'
import { operationRows } from './operation-rows.ts'

/** What queues, schedules and state machines start. */
export const workers = {
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
    touches: { ...movesSessions, starts: ['payment-confirmation', 'session-timer'] },
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
      perMode: true,
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
      perMode: true,
      impact:
        'Payments are noticed only where a notification came or the checkout page stayed open.',
    },
    ...worker,
    touches: movesSessions,
  },
  'scan-closed-addresses': {
    entry: 'functions/schedules/scan-closed-addresses.ts',
    trigger: {
      kind: 'schedule',
      // Each address is due every 10 minutes or daily; runs in between continue what was cut off.
      everySeconds: 300,
      alsoAtStart: true,
      perMode: true,
      impact: 'Money sent after the time was up is noticed late; refunds wait.',
    },
    ...worker,
    // It waits for nodes, mostly.
    memoryMb: 256,
    touches: { table: 'write', sends: ['webhook-deliveries'], chains: true },
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
} as const satisfies Record<string, FunctionRow>

/** Every Lambda of the service. The CDK stacks and the local instance are both wired from this table alone. */
export const functions: Readonly<Record<string, FunctionRow>> = {
  ...operationRows(operations),
  ...workers,
}
