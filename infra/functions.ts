import type { Mode } from '../shared/kernel/mode.ts'
import { withImplied } from '../shared/kernel/operation/touches.ts'
import { appliesReports } from '../shared/merchant/providers/receive-provider-callback.ts'
import { operations } from '../shared/operations.ts'
import { movesSessions, worker } from './function-parts.ts'
import type { FunctionRow } from './function-row.ts'
import { operationRows } from './operation-rows.ts'

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

/** What queues, schedules and state machines start. */
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
  relay: {
    entry: 'functions/schedules/relay.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'Webhooks not sent at once are never sent.',
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
      impact: 'Only notifications and open pages detect payments.',
    },
    ...worker,
    // For each part of the open sessions but the first.
    touches: { ...movesSessions, invokesItself: true },
  },
  'scan-closed-addresses': {
    entry: 'functions/schedules/scan-closed-addresses.ts',
    trigger: {
      kind: 'schedule',
      // Each address is due every 10 minutes or daily; runs in between continue interrupted rounds. Tokens that are not
      // listed are searched for within two minutes of closing.
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'Late payments are found late.',
    },
    ...worker,
    touches: {
      table: 'write',
      sends: ['webhook-deliveries'],
      chains: true,
      administers: ['sessions'],
    },
  },
  'retire-networks': {
    entry: 'functions/schedules/retire-networks.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 300,
      alsoAtStart: true,
      impact: 'Removed chains are still scanned.',
    },
    ...worker,
    touches: { table: 'write', administers: ['networks'] },
  },
  'tell-wrong-codes': {
    entry: 'functions/schedules/tell-wrong-codes.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 300,
      alsoAtStart: true,
      impact: 'Guessed codes go unnoticed.',
    },
    ...worker,
    touches: { table: 'write', administers: ['sign-ins'] },
  },
  'erase-customers': {
    entry: 'functions/schedules/erase-customers.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 300,
      alsoAtStart: true,
      perMode: true,
      impact: 'Erased data stays.',
    },
    ...worker,
    timeoutSeconds: 240,
    touches: { table: 'write', administers: ['sessions', 'exports', 'erasures'] },
  },
  'mail-changes': {
    entry: 'functions/schedules/mail-changes.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 600,
      alsoAtStart: true,
      impact: 'Owners hear of no change.',
    },
    ...worker,
    touches: { table: 'write', administers: ['owner-mail'], mailsOwner: true },
  },
  'sync-notifiers': {
    entry: 'functions/schedules/sync-notifiers.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'Payments are found by scans, a minute later.',
    },
    memoryMb: 512,
    // Reading back the longest list takes minutes.
    timeoutSeconds: 900,
    touches: {
      table: 'write',
      encrypts: ['app-secrets'],
      decrypts: ['account-public-keys', 'notifier-tokens'],
      administers: ['notifiers'],
    },
  },
  sweep: {
    entry: 'functions/schedules/sweep.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'Money stays at the deposit addresses.',
    },
    // Signing is CPU-bound.
    memoryMb: 1024,
    timeoutSeconds: 180,
    touches: {
      table: 'write',
      chains: true,
      decrypts: ['hd-mnemonic', 'payout-wallets'],
      administers: ['sweeps', 'sessions'],
    },
  },
  'watch-refunds': {
    entry: 'functions/schedules/watch-refunds.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'Sent refunds stay ready.',
    },
    ...worker,
    touches: {
      table: 'write',
      sends: ['webhook-deliveries'],
      chains: true,
      administers: ['sessions', 'refunds'],
    },
  },
  'audit-books': {
    entry: 'functions/schedules/audit-books.ts',
    trigger: {
      kind: 'schedule',
      // A round is due once a day; runs in between continue it, and serve operators' orders.
      everySeconds: 300,
      alsoAtStart: true,
      perMode: true,
      impact: 'Books go unchecked.',
    },
    memoryMb: 512,
    timeoutSeconds: 240,
    touches: { table: 'write', chains: true, administers: ['books'] },
  },
  'avoid-used-addresses': {
    entry: 'functions/schedules/avoid-used-addresses.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 43_200,
      perMode: true,
      impact: 'Addresses in use elsewhere go unnoticed.',
    },
    // Deriving addresses is CPU-bound, and Lambda provides a full vCPU from this much memory on.
    memoryMb: 1769,
    timeoutSeconds: 240,
    touches: {
      table: 'write',
      chains: true,
      decrypts: ['account-public-keys'],
      administers: ['derivation-indices'],
      mailsOwner: true,
    },
  },
  'ask-providers': {
    entry: 'functions/schedules/ask-providers.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'Lost callbacks of providers go unnoticed.',
    },
    ...worker,
    memoryMb: 256,
    touches: appliesReports,
  },
  'probe-chains': {
    entry: 'functions/schedules/probe-chains.ts',
    trigger: {
      kind: 'schedule',
      // Each node is probed hourly; runs in between are for those that aren't verified.
      everySeconds: 300,
      alsoAtStart: true,
      impact: 'Nodes on a wrong chain go unnoticed.',
    },
    ...worker,
    touches: { table: 'write', chains: true, administers: ['networks'] },
  },
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
