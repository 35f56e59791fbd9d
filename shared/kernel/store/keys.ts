import { closingHour } from '../../ledger/rules/closed-tiers.ts'
import type { Mode } from '../mode.ts'
import { type SpreadPartition, spread } from './shards.ts'

export type Key = { pk: string; sk: string }

export type CounterName = 'derivation' | 'webhook-endpoints'

/** Its item is in one of the shards. */
export type SpreadKey = { partition: SpreadPartition; sk: string }

/** Partitions of the table that have shards. */
export const spreadKeys = {
  /** Closed sessions whose addresses are scanned in rounds, ordered by the hour in which they closed. */
  closedAddresses: (mode: Mode) => spread(mode, 'closed-addresses'),
  recentCustomers: (mode: Mode) => spread(mode, 'recent-customers'),
  sessionsWithValue: (mode: Mode, digest: string) => spread(mode, `metadata#${digest}`),
} as const

type ProviderReference = { mode: Mode; provider: string; by: string; id: string }

type NotifiedBy = { notifier: string; chainId: number }

export type UnlistedMoney = { chainId: number; sessionId: string; tokenAddress: string }

function unlistedName({ chainId, sessionId, tokenAddress }: UnlistedMoney): string {
  return `unlisted#${chainId}#${sessionId}#${tokenAddress}`
}

/** Primary keys of every item but operators'. The mode comes first, unless a lookup has to find the mode. */
export const keys = {
  paymentLink: (mode: Mode, id: string): Key => ({ pk: `${mode}#link#${id}`, sk: 'link' }),
  slug: (slug: string): Key => ({ pk: `slug#${slug}`, sk: 'slug' }),
  session: (mode: Mode, id: string): Key => ({ pk: `${mode}#session#${id}`, sk: 'session' }),
  transfer: (mode: Mode, sessionId: string, transferKey: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `transfer#${transferKey}`,
  }),
  addressMovement: (mode: Mode, sessionId: string, name: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `movement#${name}`,
  }),
  /** When a session may be scanned again at the request of `asker`. Apart from the session, for those who may only ask. */
  scanRequest: (mode: Mode, sessionId: string, asker: string): Key => ({
    pk: `${mode}#scan-request#${sessionId}`,
    sk: asker,
  }),
  unmatchedDeposit: (mode: Mode, sessionId: string, asset: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `unmatched#${asset}`,
  }),
  /** What the session's address holds of an asset, for the payout wallet. */
  holding: (mode: Mode, sessionId: string, asset: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `holding#${asset}`,
  }),
  sweep: (mode: Mode, id: string): Key => ({ pk: `${mode}#sweep#${id}`, sk: 'sweep' }),
  /** The signed transaction of a sweep: up to 50 kB, which lists don't read. */
  sweepTransaction: (mode: Mode, id: string): Key => ({
    pk: `${mode}#sweep#${id}`,
    sk: 'transaction',
  }),
  /** The next nonce of an account that sends transactions; in lower case. */
  sender: (mode: Mode, chainId: number, address: string): Key => ({
    pk: `${mode}#senders#${chainId}`,
    sk: address.toLowerCase(),
  }),
  /** Which run sweeps a chain now, and when the next one may plan. */
  sweepTurn: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#sweep-turns`,
    sk: String(chainId),
  }),
  /** What was announced of the coin of a chain's gas wallet. */
  gasCheck: (mode: Mode, chainId: number | ''): Key => ({
    pk: `${mode}#sweep-turns`,
    sk: `gas#${chainId}`,
  }),
  /** What was announced of a chain's sweeps, and what they usually cost. */
  sweepWatch: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#sweep-turns`,
    sk: `watch#${chainId}`,
  }),
  /** What the gas wallets used on a chain in one day. */
  gasUse: (mode: Mode, chainId: number, at: Date): Key => ({
    pk: `${mode}#gas-use#${chainId}`,
    sk: at.toISOString().slice(0, 10),
  }),
  /** An operator's request to sweep now. */
  sweepRequest: (mode: Mode): Key => ({ pk: `${mode}#sweep-request`, sk: 'request' }),
  sweepPreviewRequest: (mode: Mode): Key => ({ pk: `${mode}#sweep-request`, sk: 'preview' }),
  /** An operator's wish to end a sweep that hangs. */
  abandonRequest: (mode: Mode, sweepId: string): Key => ({
    pk: `${mode}#sweep-request`,
    sk: `abandon#${sweepId}`,
  }),
  /** An operator's order to sweep an unlisted token. */
  unlistedRequest: (mode: Mode, money: UnlistedMoney): Key => ({
    pk: `${mode}#sweep-request`,
    sk: unlistedName(money),
  }),
  /** What was done for it. */
  unlistedProgress: (mode: Mode, money: UnlistedMoney): Key => ({
    pk: `${mode}#sweep-turns`,
    sk: unlistedName(money),
  }),
  /** What a sweep of the chain would have sent when an operator last asked. */
  sweepPreview: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#sweep-previews`,
    sk: String(chainId),
  }),
  /** How far the books of a chain were compared with it. */
  bookRounds: (mode: Mode, chainId: number | ''): Key => ({
    pk: `${mode}#books`,
    sk: `rounds#${chainId}`,
  }),
  /** How the books of one address differ from its chain. */
  bookFinding: (mode: Mode, chainId: number | '', sessionId: string): Key => ({
    pk: `${mode}#books`,
    sk: chainId === '' ? 'finding#' : `finding#${chainId}#${sessionId}`,
  }),
  /** That an owner knows why the books of an address differ. */
  bookAcknowledgment: (mode: Mode, findingId: string): Key => ({
    pk: `${mode}#book-acknowledgments`,
    sk: findingId,
  }),
  /** An operator's order to compare the books of a period. */
  bookOrder: (mode: Mode): Key => ({ pk: `${mode}#book-order`, sk: 'order' }),
  auditEntry: (mode: Mode, id: string): Key => ({ pk: `${mode}#audit`, sk: id }),
  /** A refund of a session that its operator recorded. */
  refund: (mode: Mode, sessionId: string, name: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `refund#${name}`,
  }),
  unlistedSearch: (mode: Mode, sessionId: string, chainId: number): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `unlisted-search#${chainId}`,
  }),
  /** Addresses in lower case. */
  address: (address: string): Key => ({ pk: `address#${address.toLowerCase()}`, sk: 'address' }),
  closedAddress: (mode: Mode, closedAt: Date, sessionId: string): SpreadKey => ({
    partition: spreadKeys.closedAddresses(mode),
    sk: `${closingHour(closedAt)}#${sessionId}`,
  }),
  /** The progress of these rounds. */
  closedRounds: (mode: Mode): Key => ({ pk: `${mode}#closed-rounds`, sk: 'rounds' }),
  /** A session's orders at hosted providers. */
  providerOrder: (mode: Mode, sessionId: string, orderId: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `provider-order#${orderId}`,
  }),
  /** What hosted providers reported to be paid for a session. */
  providerPayment: (mode: Mode, sessionId: string, name: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `provider-payment#${name}`,
  }),
  /** The one session that an id of an order or of a payment belongs to. */
  providerReference: ({ mode, provider, by, id }: ProviderReference): Key => ({
    pk: `${mode}#provider-${by}#${provider}#${id}`,
    sk: 'session',
  }),
  providerEvent: (mode: Mode, provider: string, name: string): Key => ({
    pk: `${mode}#provider-event#${provider}#${name}`,
    sk: 'event',
  }),
  /** A mode's accounts with hosted providers. */
  integration: (mode: Mode, provider: string): Key => ({
    pk: `${mode}#integrations`,
    sk: `account#${provider}`,
  }),
  /** The access tokens of such an account, and when it was last heard of. */
  integrationState: (mode: Mode, provider: string): Key => ({
    pk: `${mode}#integration-states`,
    sk: provider,
  }),
  quote: (mode: Mode, id: string): Key => ({ pk: `${mode}#quote#${id}`, sk: 'quote' }),
  customer: (mode: Mode, id: string): Key => ({ pk: `${mode}#customer#${id}`, sk: 'customer' }),
  /** The sessions of a customer, in the order of their creation. */
  sessionOfCustomer: (mode: Mode, customerId: string, sessionId: string): Key => ({
    pk: `${mode}#customer#${customerId}#sessions`,
    sk: sessionId,
  }),
  /** The sessions whose metadata has a value, by the value's digest. */
  sessionWithValue: (mode: Mode, digest: string, sessionId: string): SpreadKey => ({
    partition: spreadKeys.sessionsWithValue(mode, digest),
    sk: sessionId,
  }),
  /** Emails in lower case: the identity of customers. */
  customerEmail: (mode: Mode, email: string): Key => ({
    pk: `${mode}#email#${email.toLowerCase()}`,
    sk: 'email',
  }),
  /** Customers that are not listed by number yet, in one partition, so that one consistent query finds them all. */
  recentCustomer: (mode: Mode, id: string): SpreadKey => ({
    partition: spreadKeys.recentCustomers(mode),
    sk: id,
  }),
  /** The progress of the numbering. In the first shard of the same partition, and sorted before every id. */
  customerNumbers: (mode: Mode): Key => ({
    pk: spreadKeys.recentCustomers(mode).key,
    sk: '#numbers',
  }),
  event: (mode: Mode, id: string): Key => ({ pk: `${mode}#event#${id}`, sk: 'event' }),
  /** What was counted of a day in UTC, such as `2026-03-01`. */
  dayStatistics: (mode: Mode, day: string): Key => ({ pk: `${mode}#statistics`, sk: day }),
  /** All endpoints of a mode share a partition (at most 20), so one consistent query finds them. */
  webhookEndpoint: (mode: Mode, id: string): Key => ({ pk: `${mode}#endpoints`, sk: id }),
  delivery: (mode: Mode, id: string): Key => ({ pk: `${mode}#delivery#${id}`, sk: 'delivery' }),
  deliveryAttempt: (mode: Mode, deliveryId: string, startedAt: Date): Key => ({
    pk: `${mode}#delivery#${deliveryId}`,
    sk: `attempt#${startedAt.toISOString()}`,
  }),
  /** The sends in flight to an endpoint; see `shared/webhooks/rules/send-slots.ts`. */
  sendSlot: (mode: Mode, endpointId: string, number: number): Key => ({
    pk: `${mode}#endpoint#${endpointId}#sends`,
    sk: `slot#${number}`,
  }),
  /** By the key's prefix and the first 8 characters of its suffix. */
  apiKey: (lookup: string): Key => ({ pk: `api-key#${lookup}`, sk: 'api-key' }),
  apiKeyList: (mode: Mode, id: string): Key => ({ pk: `${mode}#api-keys`, sk: id }),
  /** When an API key was last used, to the hour. */
  apiKeyUse: (mode: Mode, id: string): Key => ({ pk: `${mode}#api-key-uses`, sk: id }),
  idempotency: (mode: Mode, scope: string): Key => ({
    pk: `${mode}#idempotency#${scope}`,
    sk: 'idempotency',
  }),
  rate: (subject: string, windowStart: number): Key => ({
    pk: `rate#${subject}#${windowStart}`,
    sk: 'rate',
  }),
  counter: (mode: Mode, name: CounterName): Key => ({
    pk: `${mode}#counter#${name}`,
    sk: 'counter',
  }),
  wallet: (mode: Mode): Key => ({ pk: `${mode}#wallet`, sk: 'wallet' }),
  /** Of a wallet that was added to the first one. */
  addedWallet: (mode: Mode, walletId: string): Key => ({ pk: `${mode}#wallet`, sk: walletId }),
  /** The mnemonic has a separate item, so that reading the public keys never fetches it. */
  mnemonic: (): Key => ({ pk: 'wallet#mnemonic', sk: 'mnemonic' }),
  addedMnemonic: (walletId: string): Key => ({ pk: 'wallet#mnemonic', sk: walletId }),
  /** What is public of a wallet that was added. */
  walletRecord: (walletId: string): Key => ({ pk: 'wallets', sk: walletId }),
  /** The public addresses that pay the gas of sweeps, by wallet. */
  gasWallet: (mode: Mode, walletId: string): Key => ({ pk: `${mode}#gas-wallets`, sk: walletId }),
  payoutWallet: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#payout-wallets`,
    sk: String(chainId),
  }),
  /** Enabled chains of a mode, in one partition, so that one query finds them all. */
  network: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#networks`,
    sk: String(chainId),
  }),
  /** Which operators of a chain's nodes were last missing. */
  networkReach: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#network-reach`,
    sk: String(chainId),
  }),
  settings: (mode: Mode): Key => ({ pk: `${mode}#settings`, sk: 'settings' }),
  /** The image whose id the settings name. In their partition, so that only who changes settings can write it. */
  logo: (mode: Mode): Key => ({ pk: `${mode}#settings`, sk: 'logo' }),
  instance: (): Key => ({ pk: 'instance', sk: 'instance' }),
  /** Signing keys by webhook. Without a mode, because a notification is verified before anything in it is read. */
  notifierKey: (notifier: string, webhookId: string): Key => ({
    pk: `notifier#${notifier}`,
    sk: webhookId,
  }),
  /** A mode's notifiers, and the chains that they watch. */
  notifier: (mode: Mode, notifier: string): Key => ({
    pk: `${mode}#notifiers`,
    sk: `connection#${notifier}`,
  }),
  watchedChain: (mode: Mode, notifier: string, chainId: number): Key => ({
    pk: `${mode}#notifiers`,
    sk: `chain#${notifier}#${chainId}`,
  }),
  notifierHealth: (mode: Mode, notifier: string, chainId: number): Key => ({
    pk: `${mode}#notifier-health`,
    sk: `${notifier}#${chainId}`,
  }),
  /** When a notifier first named a session's address. */
  notified: (mode: Mode, sessionId: string, { notifier, chainId }: NotifiedBy): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `notified#${notifier}#${chainId}`,
  }),
  price: (pair: string): Key => ({ pk: `price#${pair}`, sk: 'price' }),
  /** The readings of a USD stablecoin, which counts as 1 while they confirm it. */
  pegReadings: (pair: string): Key => ({ pk: `price#${pair}`, sk: 'peg-readings' }),
} as const
