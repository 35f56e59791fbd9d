/** Each mode has separate queues, so that test mode never delays live mode. */
export const queueNames = ['scans', 'webhook-deliveries'] as const
export type QueueName = (typeof queueNames)[number]

/** Each has a `<name>.asl.json` in `infra/machines/`. */
export const machineNames = ['session-timer', 'payment-confirmation'] as const
export type MachineName = (typeof machineNames)[number]

/** Functions that others invoke and wait for, because they have rights that those must not have. */
const invokedNames = ['refresh-prices', 'verify-proof'] as const
export type InvokedName = (typeof invokedNames)[number]

/** Encryption contexts (`purpose`) of the one KMS key; a function may use only the ones that it names. */
export const kmsPurposes = [
  'hd-mnemonic',
  'account-public-keys',
  'app-secrets',
  'node-urls',
  'notifier-tokens',
  'payout-wallets',
  'totp-secrets',
  'provider-credentials',
  'notice-addresses',
] as const
export type KmsPurpose = (typeof kmsPurposes)[number]

/** Items that only functions that name them may write; see `infra/table-guards.ts`. */
export type Administered =
  | 'instance'
  | 'setup-token'
  | 'operators'
  | 'sign-ins'
  | 'owner-mail'
  | 'instance-webhook'
  | 'instance-deliveries'
  | 'credentials'
  | 'settings'
  | 'api-keys'
  | 'audit-log'
  | 'networks'
  | 'notifiers'
  | 'notices'
  | 'sweeps'
  | 'sweep-requests'
  | 'books'
  | 'book-order'
  | 'book-acknowledgments'
  | 'integrations'
  | 'work'
  | 'exports'
  | 'erasures'
  | 'views'
  | 'sessions'
  | 'refunds'
  | 'events'
  | 'derivation-indices'
  | 'prices'
  | 'quotes'
  | 'payment-links'

/** The access of a function: it determines the function's role and variables. Nothing else is granted. */
export type Touches = {
  table?: 'read' | 'write'
  /** Reads when the table was backed up, if it is restored. */
  describesTable?: true
  sends?: readonly QueueName[]
  /** Moves the dead letters of these queues back to them. */
  redrives?: readonly QueueName[]
  /** Counts the dead letters of these queues. */
  countsDeadLetters?: readonly QueueName[]
  /** Reads how many functions the account can run at a time. */
  readsQuota?: true
  /** Reads who is notified when an alarm fires. */
  readsAlarms?: true
  /** Mails the people who are notified when an alarm fires. */
  mailsOwner?: true
  /** Knows which version of the service runs. */
  knowsRelease?: true
  starts?: readonly MachineName[]
  /** Invokes these functions and waits for their result. */
  invokes?: readonly InvokedName[]
  /** Creates data keys (to encrypt) for these purposes. */
  encrypts?: readonly KmsPurpose[]
  decrypts?: readonly KmsPurpose[]
  /** Counts requests and claims scans, in partitions that hold nothing else. Implied by `write`. */
  counts?: true
  /** Changes guarded items. */
  administers?: readonly Administered[]
  /** Continues in the background, in an invocation of its own. */
  invokesItself?: true
  /** Notes when a signed-in operator was last there. */
  notesSeen?: true
  /** Calls the chains' nodes: reads the table and opens the nodes' URLs, which hold secrets. */
  chains?: true
}

/** The declared access, with the access that it implies. */
export function withImplied(touches: Touches): Touches {
  if (!touches.chains) return touches
  const { table = 'read', decrypts = [] } = touches
  return { ...touches, table, decrypts: [...new Set<KmsPurpose>([...decrypts, 'node-urls'])] }
}
