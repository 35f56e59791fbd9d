export type Subject = { folder: string; holds: string }

/** The folders of one storey, the lowest first. */
export type Storey = { name: string; subjects: readonly Subject[] }

/**
 * The subjects, the lowest first: each imports itself and those before it, and nothing else of `shared/`. The picture in
 * `docs/architecture.md` is drawn from this and from the imports.
 */
export const storeys: readonly Storey[] = [
  {
    name: 'kernel',
    subjects: [
      {
        folder: 'kernel',
        holds: 'no business: money, ids, errors, operations, the table, sealing, the audit log',
      },
    ],
  },
  {
    name: 'world',
    subjects: [
      { folder: 'http', holds: 'steps of a request, and the one guarded client' },
      { folder: 'chain', holds: 'nodes, registry of chains, transfers, gas, notifiers’ wire' },
      { folder: 'log', holds: 'lines and metrics, without secrets' },
      { folder: 'queue', holds: 'messages to SQS' },
      { folder: 'aws', holds: 'functions, state machines and mails of the account' },
    ],
  },
  {
    name: 'records',
    subjects: [
      { folder: 'records/integrations', holds: 'accounts with hosted providers' },
      { folder: 'records/settings', holds: 'what the owner sets for a mode' },
      { folder: 'records/outbox', holds: 'events, webhook endpoints and deliveries, as stored' },
      { folder: 'records/api-keys', holds: 'keys of merchants’ back ends' },
      { folder: 'records/customers', holds: 'customers and their numbers' },
      { folder: 'records/prices', holds: 'price sources, and what they agree on' },
      { folder: 'records/payment-links', holds: 'links that open sessions' },
    ],
  },
  {
    name: 'payments',
    subjects: [
      { folder: 'payments/wallet', holds: 'keys, deposit addresses, the counter of indices' },
      { folder: 'payments/checkout-sessions', holds: 'rules of a session’s status, as stored' },
      { folder: 'payments/quotes', holds: 'what is ordered, and its locked price' },
      { folder: 'payments/holdings', holds: 'what addresses hold, and sweeps, as stored' },
      { folder: 'payments/ledger', holds: 'what arrived at addresses, and what it decides' },
      { folder: 'payments/networks', holds: 'chains that the owner enabled, and their nodes' },
    ],
  },
  {
    name: 'money',
    subjects: [
      { folder: 'money/payout-wallets', holds: 'where money goes, and when that changes' },
      { folder: 'money/sweeps', holds: 'money on its way to the payout wallet' },
      { folder: 'money/refunds', holds: 'money that goes back, and its proof on the chain' },
      { folder: 'money/books', holds: 'the audit, which reads only the chain' },
    ],
  },
  {
    name: 'merchant',
    subjects: [
      { folder: 'merchant/notifiers', holds: 'addresses that notifiers watch, what they send' },
      { folder: 'merchant/quotes', holds: 'prices that merchants ask for' },
      { folder: 'merchant/checkout', holds: 'what merchants and customers do with a session' },
      { folder: 'merchant/payment-links', holds: 'what merchants and operators do with links' },
      { folder: 'merchant/events', holds: 'events, as merchants read them' },
      { folder: 'merchant/providers', holds: 'hosted providers: orders, callbacks, signatures' },
      { folder: 'merchant/webhooks', holds: 'sending, retrying and repairing deliveries' },
    ],
  },
  {
    name: 'admin',
    subjects: [
      { folder: 'admin/search', holds: 'finding records by what is typed' },
      { folder: 'admin/payments', holds: 'sessions as operators see and decide them' },
      { folder: 'admin/exports', holds: 'files of payments and sweeps' },
      { folder: 'admin/erasure', holds: 'what is removed of erased customers' },
      { folder: 'admin/statistics', holds: 'what was counted of each day' },
      { folder: 'admin/sale-notices', holds: 'notices about sales, by mail and in chats' },
      { folder: 'admin/moving', holds: 'data that goes to another account' },
      { folder: 'admin/restore', holds: 'what a backup does not know' },
      { folder: 'admin/instance-webhook', holds: 'the webhook about the instance itself' },
      { folder: 'admin/operators', holds: 'people, sign-ins and proofs' },
      { folder: 'admin/setup', holds: 'the first run, and added wallets' },
      { folder: 'admin/health', holds: 'what Doctor says' },
      { folder: 'admin/views', holds: 'lists that an operator has saved' },
    ],
  },
]

/** The folders of all subjects, the lowest first. */
export const subjects: readonly Subject[] = storeys.flatMap((storey) => storey.subjects)
