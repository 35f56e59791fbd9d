import type { Administered, KmsPurpose } from '../shared/kernel/operation/touches.ts'
import type { FunctionRow } from './function-row.ts'

/** Partition keys that only some functions can access; `*` is a wildcard. Built in `shared/kernel/store/keys.ts`. */
type Guard = {
  keys: readonly string[]
  mayRead: (row: FunctionRow) => boolean
  mayWrite: (row: FunctionRow) => boolean
}

/** Items encrypted for a purpose are read by functions that can decrypt it, and written by those that can encrypt it. */
function encrypted(purpose: KmsPurpose, keys: readonly string[]): Guard {
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

function servesDashboard({ trigger }: FunctionRow): boolean {
  if (trigger.kind !== 'route') return trigger.kind === 'operator'
  return trigger.path.startsWith('/api/dashboard/')
}

/** Their keys verify who sends a notification, so nobody else reads them, also not who opens other such secrets. */
function receivesNotifications({ trigger }: FunctionRow): boolean {
  return trigger.kind === 'route' && trigger.path.startsWith('/api/chain/notifications/')
}

const auditLog = ['live#audit', 'test#audit']

/** Partition keys of items that can't be changed or deleted once they exist. */
export const appendOnly: readonly string[] = auditLog

/** Partition keys of what a request may write although it only reads: how often it was made, and when the next scan may be. */
export const counters: readonly string[] = ['rate#*', 'live#scan-request#*', 'test#scan-request#*']

export const guards: readonly Guard[] = [
  encrypted('hd-mnemonic', ['wallet#mnemonic']),
  {
    keys: ['wallets'],
    mayRead: () => true,
    mayWrite: ({ touches }) => touches.encrypts?.includes('hd-mnemonic') ?? false,
  },
  encrypted('account-public-keys', ['live#wallet', 'test#wallet']),
  {
    keys: ['notifier#*'],
    mayRead: receivesNotifications,
    mayWrite: administers('notifiers'),
  },
  // What a session is to receive, what it received, and at which address.
  administered('sessions', ['live#session#*', 'test#session#*', 'address#*']),
  // Whoever deleted these would hide what is paid late.
  administered('sessions', [
    ...['live#closed-addresses*', 'test#closed-addresses*'],
    ...['live#closed-rounds', 'test#closed-rounds'],
  ]),
  // Which session a hosted provider's payment is for.
  administered('sessions', ['live#provider-*', 'test#provider-*']),
  {
    // Shops fulfill orders by them. Apart from changes of sessions, there are only synthetic ones.
    keys: ['live#event#*', 'test#event#*'],
    mayRead: () => true,
    mayWrite: (row) => administers('sessions')(row) || administers('events')(row),
  },
  administered('erasures', ['live#erasures', 'test#erasures']),
  // Set back, it would assign addresses again that are other sessions'.
  administered('derivation-indices', ['live#counter#derivation', 'test#counter#derivation']),
  {
    // Written by an import, with the rights of whoever runs it.
    keys: ['moved-data'],
    mayRead: () => true,
    mayWrite: () => false,
  },
  administered('prices', ['price#*']),
  administered('payment-links', ['live#link#*', 'test#link#*', 'slug#*']),
  {
    // A session uses one up.
    keys: ['live#quote#*', 'test#quote#*'],
    mayRead: () => true,
    mayWrite: (row) => administers('sessions')(row) || administers('quotes')(row),
  },
  {
    keys: ['setup-token'],
    mayRead: administers('setup-token'),
    mayWrite: administers('setup-token'),
  },
  administered('operators', ['operators', 'staff', 'invitations']),
  administered('sign-ins', ['sign-ins', 'challenge#*', 'guesses#*', 'wrong-codes', 'browsers#*']),
  // Set forward, it would keep changes from the owner.
  administered('owner-mail', ['owner-mail']),
  {
    // Where the changes of the instance are sent: whoever wrote it would hear of them, or have nobody hear of them.
    keys: ['instance-webhook'],
    mayRead: (row) =>
      administers('instance-webhook')(row) || administers('instance-deliveries')(row),
    mayWrite: administers('instance-webhook'),
  },
  {
    // They are of the audit log, and are signed as they are.
    keys: ['instance-webhook-deliveries'],
    mayRead: administers('instance-deliveries'),
    mayWrite: administers('instance-deliveries'),
  },
  {
    keys: ['credentials#*'],
    mayRead: administers('credentials'),
    mayWrite: administers('credentials'),
  },
  {
    keys: ['sign-ins-seen'],
    mayRead: servesDashboard,
    mayWrite: ({ touches }) => touches.notesSeen ?? false,
  },
  administered('instance', ['instance']),
  {
    // Addresses and times are shown to operators; what the sweep uses is sealed.
    keys: ['live#payout-wallets', 'test#payout-wallets'],
    mayRead: () => true,
    mayWrite: ({ touches }) => touches.encrypts?.includes('payout-wallets') ?? false,
  },
  {
    // The sweep stores what an earlier version's setup did not.
    keys: ['live#gas-wallets', 'test#gas-wallets'],
    mayRead: () => true,
    mayWrite: ({ touches: { encrypts = [], decrypts = [] } }) =>
      encrypts.includes('account-public-keys') || decrypts.includes('hd-mnemonic'),
  },
  administered('settings', ['live#settings', 'test#settings']),
  administered('networks', ['live#networks', 'test#networks']),
  administered('notifiers', ['live#notifiers', 'test#notifiers']),
  // Where sale notices go, and up to which sale they were sent.
  administered('notices', ['live#notices', 'test#notices']),
  administered('integrations', ['live#integrations', 'test#integrations']),
  administered('sweeps', [
    ...['live#sweep#*', 'test#sweep#*', 'live#senders#*', 'test#senders#*'],
    ...['live#gas-use#*', 'test#gas-use#*'],
    ...['live#sweep-turns', 'test#sweep-turns', 'live#sweep-previews', 'test#sweep-previews'],
  ]),
  // Where money is sent to, and which transfers prove it.
  administered('refunds', [
    ...['live#refund#*', 'test#refund#*', 'live#refund-transfer#*', 'test#refund-transfer#*'],
  ]),
  administered('sweep-requests', ['live#sweep-request', 'test#sweep-request']),
  // What the chain shows, and how the books differ from it.
  administered('books', ['live#books', 'test#books']),
  administered('book-order', ['live#book-order', 'test#book-order']),
  // Whoever wrote these would hide what differs.
  administered('book-acknowledgments', [
    ...['live#book-acknowledgments', 'test#book-acknowledgments'],
  ]),
  {
    // What it returns is for the operator who started it.
    keys: ['work#*'],
    mayRead: servesDashboard,
    mayWrite: administers('work'),
  },
  {
    // They hold what customers gave.
    keys: ['live#export*', 'test#export*'],
    mayRead: administers('exports'),
    mayWrite: administers('exports'),
  },
  administered('views', ['views']),
  administered('api-keys', ['api-key#*', 'live#api-keys', 'test#api-keys']),
  {
    keys: auditLog,
    mayRead: (row) => administers('audit-log')(row) || administers('owner-mail')(row),
    mayWrite: administers('audit-log'),
  },
]
