import { api } from './api-functions.ts'
import { movesSessions, worker } from './function-parts.ts'
import type { FunctionRow } from './function-row.ts'

/** Deriving addresses is all computing, and this is the memory that comes with a whole processor. */
const searchesAddresses = { memoryMb: 1769 } as const

/** The functions that the operator's terminal invokes. */
export const operatorFunctions = {
  'operator-chains': {
    entry: 'functions/operator/chains.ts',
    trigger: { kind: 'operator' },
    ...worker,
    touches: { chains: true },
  },
  'operator-audit': {
    entry: 'functions/operator/audit.ts',
    trigger: { kind: 'operator' },
    ...api,
    touches: { table: 'read', administers: ['audit-log'] },
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
    // Searches for unlisted tokens go from chain to chain, and some of their nodes may hang.
    timeoutSeconds: 300,
    touches: { ...movesSessions, administers: ['audit-log'] },
  },
  'operator-setup': {
    entry: 'functions/operator/setup.ts',
    trigger: { kind: 'operator' },
    ...searchesAddresses,
    timeoutSeconds: 300,
    touches: {
      table: 'write',
      chains: true,
      encrypts: ['hd-mnemonic', 'account-public-keys', 'app-secrets'],
      administers: ['instance', 'setup-token', 'settings'],
    },
  },
  'operator-wallet': {
    entry: 'functions/operator/wallet.ts',
    trigger: { kind: 'operator' },
    ...searchesAddresses,
    timeoutSeconds: 120,
    touches: { table: 'write', decrypts: ['account-public-keys'], chains: true },
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
