import type { Administered, FunctionRow, KmsPurpose } from '../../function-row.ts'

/** Partition keys that only some functions may touch; `*` stands for anything. Made by `shared/kernel/store/keys.ts`. */
type Guard = {
  keys: readonly string[]
  mayRead: (row: FunctionRow) => boolean
  mayWrite: (row: FunctionRow) => boolean
}

/** What is sealed for a purpose is read by those who can open it, and written by those who can seal it. */
function sealed(purpose: KmsPurpose, keys: readonly string[]): Guard {
  return {
    keys,
    mayRead: ({ touches }) => touches.decrypts?.includes(purpose) ?? false,
    mayWrite: ({ touches }) => touches.encrypts?.includes(purpose) ?? false,
  }
}

function administered(group: Administered, keys: readonly string[]): Guard {
  return { keys, mayRead: () => true, mayWrite: administers(group) }
}

function administers(group: Administered): (row: FunctionRow) => boolean {
  return ({ touches }) => touches.administers?.includes(group) ?? false
}

const auditLog = ['live#audit', 'test#audit']

/** Partition keys of items that nobody changes or deletes once they are there. */
export const appendOnly: readonly string[] = auditLog

export const guards: readonly Guard[] = [
  sealed('hd-mnemonic', ['wallet#mnemonic']),
  sealed('account-public-keys', ['live#wallet', 'test#wallet']),
  sealed('app-secrets', ['notifier#*']),
  { keys: ['owner'], mayRead: administers('instance'), mayWrite: administers('instance') },
  {
    keys: ['setup-token'],
    mayRead: administers('setup-token'),
    mayWrite: administers('setup-token'),
  },
  administered('instance', ['instance', 'live#payout-wallets', 'test#payout-wallets']),
  administered('settings', ['live#settings', 'test#settings']),
  administered('api-keys', ['api-key#*', 'live#api-keys', 'test#api-keys']),
  {
    keys: auditLog,
    mayRead: administers('audit-log'),
    mayWrite: administers('audit-log'),
  },
]
