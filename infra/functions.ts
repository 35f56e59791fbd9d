import type { Mode } from '../shared/kernel/mode.ts'
import { withImplied } from '../shared/kernel/operation/touches.ts'
import { operations } from '../shared/operations.ts'
import { movesSessions, worker } from './function-parts.ts'
import type { FunctionRow } from './function-row.ts'
import { operationRows } from './operation-rows.ts'
import { schedules } from './schedules.ts'

// The tasks of machines have a function for each mode: however many timers of test mode end at once, they delay none of
// live mode. So have scans, because AWS polls a queue less only if nothing but its consumer's reservation limits it.

const watchSession = {
  entry: 'functions/timers/watch-session.ts',
  trigger: {
    kind: 'task',
    machine: 'session-timer',
    impact: 'Sessions stay open past their deadline.',
  },
  ...worker,
  touches: { ...movesSessions, starts: ['payment-confirmation', 'session-timer'] },
} as const satisfies FunctionRow

const recheckPayment = {
  entry: 'functions/timers/recheck-payment.ts',
  trigger: {
    kind: 'task',
    machine: 'payment-confirmation',
    impact: 'Paid sessions stay "confirming", and shops do not ship.',
  },
  ...worker,
  touches: movesSessions,
} as const satisfies FunctionRow

const scanAddresses = (mode: Mode) =>
  ({
    entry: 'functions/queues/scan-addresses.ts',
    trigger: {
      kind: 'queue',
      queue: 'scans',
      mode,
      batchSize: 10,
      maxConcurrency: 5,
      impact: 'Pages show payments a minute later.',
    },
    memoryMb: 512,
    timeoutSeconds: 20,
    touches: movesSessions,
  }) as const satisfies FunctionRow

/** Started by queues, schedules, state machines and other functions. */
export const workers = {
  'scan-addresses-live': scanAddresses('live'),
  'scan-addresses-test': scanAddresses('test'),
  'deliver-webhooks': {
    entry: 'functions/queues/deliver-webhooks.ts',
    trigger: {
      kind: 'queue',
      queue: 'webhook-deliveries',
      batchSize: 5,
      // Enough for nine receivers that hang on five sends each, and the limit of one thread on one machine.
      maxConcurrency: 50,
      impact: 'Shops get no webhooks, so customers who paid wait for their orders.',
    },
    memoryMb: 512,
    timeoutSeconds: 40,
    touches: { table: 'write', decrypts: ['app-secrets'] },
  },
  'watch-session-live': watchSession,
  'watch-session-test': watchSession,
  'recheck-payment-live': recheckPayment,
  'recheck-payment-test': recheckPayment,
  'refresh-prices': {
    entry: 'functions/internal/refresh-prices.ts',
    trigger: {
      kind: 'function',
      impact: 'After five minutes, only stablecoins can be paid.',
    },
    ...worker,
    memoryMb: 512,
    timeoutSeconds: 10,
    touches: { table: 'write', chains: true, administers: ['prices'] },
  },
  'verify-proof': {
    entry: 'functions/internal/verify-proof.ts',
    trigger: {
      kind: 'function',
      impact: 'No change can be confirmed.',
    },
    // Argon2 is CPU-bound.
    memoryMb: 1769,
    timeoutSeconds: 10,
    touches: {
      table: 'write',
      decrypts: ['totp-secrets'],
      administers: ['sign-ins', 'credentials', 'audit-log'],
    },
  },
  ...schedules,
} as const satisfies Record<string, FunctionRow>

/** Every Lambda of the service. Both the CDK stacks and the local instance are built from this table. */
export const functions: Readonly<Record<string, FunctionRow>> = {
  ...operationRows(operations),
  ...Object.fromEntries(
    Object.entries(workers).map(([name, row]): [string, FunctionRow] => [
      name,
      { ...row, touches: withImplied(row.touches) },
    ]),
  ),
}
