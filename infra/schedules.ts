import { appliesReports } from '../shared/merchant/providers/receive-provider-callback.ts'
import { movesSessions, worker } from './function-parts.ts'
import type { FunctionRow } from './function-row.ts'

export const schedules = {
  relay: {
    entry: 'functions/schedules/relay.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'Unsent webhooks stay unsent.',
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
      impact: 'Payments are detected late.',
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
    touches: {
      table: 'write',
      administers: ['owner-mail', 'instance-deliveries'],
      mailsOwner: true,
      readsAlarms: true,
    },
  },
  'deliver-instance-webhooks': {
    entry: 'functions/schedules/deliver-instance-webhooks.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      impact: 'The owner webhook is silent.',
    },
    ...worker,
    touches: {
      table: 'write',
      decrypts: ['app-secrets'],
      administers: ['instance-deliveries'],
    },
  },
  'send-sale-notices': {
    entry: 'functions/schedules/send-sale-notices.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'No notices.',
    },
    ...worker,
    touches: {
      table: 'write',
      decrypts: ['notice-addresses'],
      administers: ['notices'],
      mailsOwner: true,
    },
  },
  'sync-notifiers': {
    entry: 'functions/schedules/sync-notifiers.ts',
    trigger: {
      kind: 'schedule',
      everySeconds: 60,
      alsoAtStart: true,
      perMode: true,
      impact: 'Payments are found late.',
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
      impact: 'Addresses used elsewhere go unnoticed.',
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
      impact: 'Lost callbacks go unnoticed.',
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
      impact: 'Wrong nodes go unnoticed.',
    },
    ...worker,
    touches: { table: 'write', chains: true, administers: ['networks'] },
  },
} as const satisfies Record<string, FunctionRow>
