/* Generated from the OpenAPI document by `npm run sdk`; a test keeps it up to date. */
export type SessionStatus =
  | 'pending'
  | 'detected'
  | 'paid'
  | 'underpaid'
  | 'overpaid'
  | 'expired'
  | 'paid_late'
  | 'failed'
export type EventType =
  | 'session.detected'
  | 'session.paid'
  | 'session.paid_late'
  | 'session.expired'
  | 'session.underpaid'
  | 'session.overpaid'
  | 'session.failed'
  | 'session.unmatched_deposit'
  | 'refund.created'
  | 'refund.ready'
  | 'refund.sent'
  | 'refund.confirmed'
  | 'refund.reported'
  | 'refund.canceled'
export type RefundStatus =
  | 'awaiting_address'
  | 'ready'
  | 'sent'
  | 'confirmed'
  | 'reported'
  | 'canceled'
export type HostedProvider =
  | 'transak'
  | 'ramp'
  | 'moonpay'
  | 'mercuryo'
  | 'banxa'
  | 'binance-pay'
  | 'coinbase-commerce'
  | 'nowpayments'
  | 'coingate'
export type RefundAddressGiver = 'customer' | 'merchant' | 'operator'
export type InactiveReason = 'receiver_gone' | 'only_failures' | 'disabled' | 'moved'
export type DeliveryEnding =
  | 'attempts_exhausted'
  | 'endpoint_gone'
  | 'endpoint_inactive'
  | 'endpoint_deleted'
export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled'
export type EventData = CheckoutSession & {
  /**
   * Counts the events of a session: one with a lower number happened earlier.
   */
  sequence: number
  /**
   * The money that did not count; only in `session.unmatched_deposit` events.
   */
  deposit?: UnmatchedDeposit
  /**
   * The refund as it was at the time; only in `refund.…` events.
   */
  refund?: Refund
  /**
   * The customer was erased: their email is a placeholder, and what they gave is missing from `metadata`.
   */
  redacted?: true
  /**
   * Only in test events. Nobody paid, so ship nothing, whatever `status` says.
   */
  synthetic?: true
}
export type UnmatchedReason =
  | 'already_paid'
  | 'already_failed'
  | 'after_window'
  | 'before_session'
  | 'late_and_short'
  | 'other_asset'
  | 'other_chain'

export interface Amount {
  /**
   * In the smallest unit of the asset.
   */
  base: string
  /**
   * As a decimal number of the asset.
   */
  formatted: string
  /**
   * Decimal places of the asset.
   */
  decimals: number
}
export interface Asset {
  object: 'asset'
  /**
   * Its network.
   */
  chainId: number
  /**
   * Its symbol, as sessions and quotes have it.
   */
  asset: string
  /**
   * Its contract; null for the native coin.
   */
  tokenAddress: string | null
  /**
   * Decimal places of its smallest unit.
   */
  decimals: number
  /**
   * Whether it is a USD stablecoin.
   */
  usdPegged: boolean
}
export interface AssetAmount {
  /**
   * In the smallest unit of the asset.
   */
  base: string
  /**
   * As a decimal number of the asset.
   */
  formatted: string
}
export interface AssetList {
  data: Asset[]
  hasMore: false
  nextCursor: null
  /**
   * Those that are enabled in this mode.
   */
  networks: Network[]
  /**
   * Codes of the currencies that have a rate.
   */
  currencies: string[]
}
export interface Network {
  /**
   * As EIP-155 has it.
   */
  chainId: number
  /**
   * Its name, for people.
   */
  name: string
  /**
   * Blocks that confirm a payment, its own included, for sessions created now.
   */
  confirmations: number
}
export interface CheckoutSession {
  id: string
  object: 'checkout_session'
  /**
   * The payment link that opened it; null for an order of your own.
   */
  linkId: string | null
  /**
   * What the chain has shown so far.
   */
  status: SessionStatus
  /**
   * Where the customer pays to. No other session ever gets it.
   */
  address: string
  /**
   * The amount to pay, in the asset of this session.
   */
  amount: SessionAmount
  /**
   * What has arrived so far in the asset of this session and is confirmed. Ship by this amount and `status`.
   */
  amountReceived: AssetAmount
  /**
   * What is seen on the chain beside `amountReceived` and not yet confirmed: it may still disappear. Zero once the session is closed.
   */
  amountPending: AssetAmount
  /**
   * What of `amountReceived` went back to the customer: of refunds that are confirmed or reported.
   */
  amountRefunded: AssetAmount
  /**
   * The price, as it was given.
   */
  fiat: Fiat
  /**
   * ETH/USD when the session was created, whatever its asset.
   */
  ethPriceUsd: string
  /**
   * Price of one unit of the asset that `amount` follows from.
   */
  unitPriceUsd: string
  /**
   * Until when the price is locked.
   */
  expiresAt: string
  /**
   * Until when a payment after `expiresAt` still counts.
   */
  lateUntil: string
  /**
   * When its payment was confirmed; null until it is paid.
   */
  paidAt: string | null
  /**
   * The hash of a transaction that pays it; null before one is seen.
   */
  txHash: string | null
  /**
   * The network.
   */
  chainId: number
  /**
   * The symbol of the coin or token.
   */
  asset: string
  /**
   * False while the customer can still choose network and coin.
   */
  assetSelected: boolean
  /**
   * Number of blocks from the payment’s block to the newest one that several nodes agree on, both included; at most `confirmationsRequired`.
   */
  confirmations: number
  /**
   * Blocks that a payment needs to be confirmed.
   */
  confirmationsRequired: number
  /**
   * Null unless `status` is `failed`.
   */
  failureReason: string | null
  /**
   * Null unless a hosted provider was chosen.
   */
  provider: string | null
  /**
   * Yours, as it was given.
   */
  metadata: Metadata | null
  /**
   * Where the customer continues after the payment.
   */
  successUrl: string | null
  /**
   * Where the customer goes who leaves without paying.
   */
  cancelUrl: string | null
  /**
   * Where the customer goes if the URL of the two above that fits is missing.
   */
  returnUrl: string | null
  /**
   * What you or the customer gave.
   */
  customerEmail: string | null
  livemode: boolean
  /**
   * The page on which the customer pays.
   */
  checkoutUrl: string
  createdAt: string
  /**
   * When `status` last changed.
   */
  updatedAt: string
}
export interface SessionAmount {
  /**
   * In the smallest unit of the asset.
   */
  base: string
  /**
   * As a decimal number of the asset.
   */
  formatted: string
  /**
   * Decimal places of the asset.
   */
  decimals: number
  /**
   * @deprecated
   * The same as `base`, whatever the asset. Use `base`.
   */
  wei: string
  /**
   * @deprecated
   * The same as `formatted`: an amount of `asset`, so "25" for 25 USDC, and not ETH unless `asset` is ETH. Use `formatted` and `asset`.
   */
  eth: string
}
export interface Fiat {
  /**
   * As it was given.
   */
  amount: string
  /**
   * A code of ISO 4217.
   */
  currency: string
}
export interface Metadata {
  [k: string]: string | number
}
export interface CheckoutSessionList {
  data: CheckoutSession[]
  hasMore: boolean
  nextCursor: string | null
}
/**
 * Pass exactly one of `quoteId`, `linkId` and `amount` as the source of the price.
 */
export interface CreateCheckoutSessionBody {
  /**
   * A quote that is neither consumed nor expired: it has price, chain and asset.
   */
  quoteId?: string
  /**
   * A payment link that is active.
   */
  linkId?: string
  /**
   * The price of an order of your own.
   */
  amount?: OrderAmount
  /**
   * The network. Without it, the default one, and the customer can choose.
   */
  chainId?: number
  /**
   * The coin or token, such as `USDC`. Without it, the default one of the network.
   */
  asset?: string
  /**
   * The customer’s, if you know it.
   */
  customerEmail?: string | null
  /**
   * What you want to find again with the session and its events, such as your order’s number.
   */
  metadata?: MetadataInput | null
  /**
   * Where customers continue after the payment. `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it. Anyone can open it.
   */
  successUrl?: string | null
  /**
   * Where customers go who leave without paying. `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it.
   */
  cancelUrl?: string | null
  /**
   * Where customers go if the URL that fits is missing: after the payment without `successUrl`, and else without `cancelUrl`. `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it.
   */
  returnUrl?: string | null
}
export interface OrderAmount {
  /**
   * A decimal number above 0 with at most 2 decimals.
   */
  value: string
  /**
   * A code of ISO 4217 that this instance has a rate for.
   */
  currency: string
}
export interface MetadataInput {
  [k: string]: string | number
}
export interface CreatePaymentLinkBody {
  /**
   * What customers see on the page.
   */
  title: string
  /**
   * More of it, as plain text.
   */
  description?: string | null
  /**
   * The price: a decimal number above 0 with at most 2 decimals.
   */
  fiatAmount?: string
  /**
   * A code of ISO 4217 that this instance has a rate for.
   */
  fiatCurrency?: string
  /**
   * Where customers continue after the payment. `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it. Anyone can open it.
   */
  successUrl?: string | null
  /**
   * Where customers go who leave without paying. `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it.
   */
  cancelUrl?: string | null
  /**
   * The price, as sessions and quotes have it, in place of `fiatAmount` and `fiatCurrency`.
   */
  amount?: OrderAmount
}
/**
 * Pass exactly one of `linkId` and `amount` as the source of the price.
 */
export interface CreateQuoteBody {
  /**
   * A payment link that is active.
   */
  linkId?: string
  /**
   * The price of an order of your own.
   */
  amount?: OrderAmount
  /**
   * The network; the default one without it.
   */
  chainId?: number
  /**
   * The coin or token, such as `USDC`; the default one of the network without it.
   */
  asset?: string
}
export interface CreateRefundBody {
  /**
   * The session whose payment is refunded.
   */
  sessionId: string
  depositId?: string | null
  /**
   * In the asset that was paid: at most what was received and is not yet being refunded.
   */
  amount: string
  reason?: string | null
  address?: string | null
  sender?: string | null
}
export interface CreateWebhookEndpointBody {
  /**
   * An instance on localhost also accepts http://localhost.
   */
  url: string
  /**
   * The event types to deliver. `session.failed` and `session.unmatched_deposit` are delivered only if you name them.
   */
  events?: EventType[]
}
export interface CreatedRefund {
  id: string
  object: 'refund'
  /**
   * How far it is.
   */
  status: RefundStatus
  /**
   * The session whose money goes back.
   */
  sessionId: string
  /**
   * The unmatched deposit, or the hosted provider’s payment, that is refunded; null if it is what the session counted.
   */
  depositId: string | null
  /**
   * In the asset that the customer paid.
   */
  amount: Amount
  /**
   * A coin, or the currency that a hosted provider was paid in.
   */
  asset: string
  /**
   * The network that the customer paid on.
   */
  chainId: number
  /**
   * The hosted provider that refunded its payment; null for a refund that you send.
   */
  provider: HostedProvider | null
  /**
   * The token’s contract; null for a native coin.
   */
  tokenAddress: string | null
  /**
   * Why, as you gave it.
   */
  reason: string | null
  /**
   * Where the money goes. It never changes once it is given.
   */
  address: string | null
  addressGivenBy: RefundAddressGiver | null
  /**
   * The transaction that paid it, once it is found on the chain.
   */
  txHash: string | null
  /**
   * What a bank or an exchange calls a refund that no chain proves; of a hosted provider’s, its id of the payment.
   */
  reference: string | null
  /**
   * When the customer’s link ends.
   */
  claimExpiresAt: string | null
  /**
   * When it was confirmed or reported; it stays if the refund is voided later.
   */
  completedAt: string | null
  livemode: boolean
  createdAt: string
  /**
   * When `status` last changed.
   */
  updatedAt: string
  /**
   * The page where the customer says where the money goes. Send it to nobody else: whoever has it decides. Null if you gave the address.
   */
  claimUrl: string | null
}
export interface CreatedWebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  /**
   * Where events are sent.
   */
  url: string
  /**
   * The event types that it receives.
   */
  events: EventType[]
  /**
   * Nothing is sent to a disabled endpoint.
   */
  active: boolean
  /**
   * Why it is disabled; null while it is active.
   */
  inactiveReason: InactiveReason | null
  /**
   * The beginning of its secret, to tell it apart.
   */
  secretPrefix: string
  createdAt: string
  /**
   * Signs its messages. It is shown only once.
   */
  secret: string
}
export interface Customer {
  id: string
  object: 'customer'
  /**
   * What they gave to pay; each mode has one customer for it.
   */
  email: string
  /**
   * Yours: payments don’t change it.
   */
  metadata: Metadata | null
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface CustomerList {
  object: 'list'
  data: Customer[]
  hasMore: boolean
  nextCursor: string | null
  /**
   * How many there are in all.
   */
  total: number
  /**
   * The number of this page; 1 with a cursor.
   */
  page: number
  /**
   * The most customers of a page.
   */
  limit: number
}
export interface DefaultAsset {
  chainId: number
  asset: string
}
export interface DeletedCustomer {
  id: string
  object: 'customer'
  deleted: true
}
export interface DeletedPaymentLink {
  id: string
  object: 'payment_link'
  deleted: true
}
export interface DeletedWebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  deleted: true
}
export interface Event {
  id: string
  object: 'event'
  type: EventType
  livemode: boolean
  data: EventData
  createdAt: string
}
export interface UnmatchedDeposit {
  id: string
  chainId: number
  asset: string
  /**
   * The token’s contract; null for a native coin.
   */
  tokenAddress: string | null
  /**
   * The total amount of this asset that did not count so far.
   */
  amount: Amount
  reason: UnmatchedReason
  seenAt: string
}
export interface Refund {
  id: string
  object: 'refund'
  /**
   * How far it is.
   */
  status: RefundStatus
  /**
   * The session whose money goes back.
   */
  sessionId: string
  /**
   * The unmatched deposit, or the hosted provider’s payment, that is refunded; null if it is what the session counted.
   */
  depositId: string | null
  /**
   * In the asset that the customer paid. Null if a hosted provider refunded a part, and doesn’t say how much.
   */
  amount: Amount | null
  /**
   * A coin, or the currency that a hosted provider was paid in.
   */
  asset: string
  /**
   * Null if a hosted provider refunded it.
   */
  chainId: number | null
  /**
   * The hosted provider that refunded its payment; null for a refund that you send.
   */
  provider: HostedProvider | null
  /**
   * The token’s contract; null for a native coin.
   */
  tokenAddress: string | null
  /**
   * Why, as you gave it.
   */
  reason: string | null
  /**
   * Where the money goes. It never changes once it is given.
   */
  address: string | null
  addressGivenBy: RefundAddressGiver | null
  /**
   * The transaction that paid it, once it is found on the chain.
   */
  txHash: string | null
  /**
   * What a bank or an exchange calls a refund that no chain proves; of a hosted provider’s, its id of the payment.
   */
  reference: string | null
  /**
   * When the customer’s link ends.
   */
  claimExpiresAt: string | null
  /**
   * When it was confirmed or reported; it stays if the refund is voided later.
   */
  completedAt: string | null
  livemode: boolean
  createdAt: string
  /**
   * When `status` last changed.
   */
  updatedAt: string
}
export interface EventList {
  data: Event[]
  hasMore: boolean
  nextCursor: string | null
}
export interface MetadataPair {
  [k: string]: string
}
export interface PaymentLink {
  id: string
  object: 'payment_link'
  /**
   * The last part of its URL.
   */
  slug: string
  /**
   * What customers see on the page.
   */
  title: string
  /**
   * More of it, as plain text.
   */
  description: string | null
  /**
   * The price, as it was given.
   */
  fiatAmount: string
  /**
   * A code of ISO 4217.
   */
  fiatCurrency: string
  /**
   * Where customers continue after the payment.
   */
  successUrl: string | null
  /**
   * Where customers go who leave without paying.
   */
  cancelUrl: string | null
  /**
   * An inactive link opens no new sessions.
   */
  active: boolean
  /**
   * Its page: each visit opens a session.
   */
  checkoutUrl: string
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface PaymentLinkList {
  data: PaymentLink[]
  hasMore: boolean
  nextCursor: string | null
}
export interface Quote {
  id: string
  object: 'quote'
  /**
   * The payment link that it is for; null for an order of your own.
   */
  linkId: string | null
  /**
   * The network.
   */
  chainId: number
  /**
   * The symbol of the coin or token.
   */
  asset: string
  /**
   * The token’s contract; null for a native coin.
   */
  tokenAddress: string | null
  /**
   * What a session with this quote asks for.
   */
  amount: Amount
  /**
   * The price, as it was given.
   */
  fiat: Fiat
  /**
   * Price of one unit of the asset.
   */
  unitPriceUsd: string
  /**
   * Until when it can be used.
   */
  expiresAt: string
  /**
   * Whether a session has used it.
   */
  consumed: boolean
  /**
   * The session that has used it.
   */
  checkoutSessionId: string | null
  livemode: boolean
  createdAt: string
}
export interface RedeliverEventBody {
  /**
   * The webhook endpoint that gets it again.
   */
  endpointId: string
}
export interface RefundList {
  data: Refund[]
  hasMore: boolean
  nextCursor: string | null
}
export interface TestEvent {
  id: string
  object: 'event'
  type: EventType
  livemode: boolean
  data: EventData
  createdAt: string
  deliveryId: string
}
export interface UpdateCustomerBody {
  /**
   * Replaces all that there was; null clears it.
   */
  metadata: MetadataInput | null
}
export interface UpdatePaymentLinkBody {
  /**
   * What customers see on the page.
   */
  title?: string
  /**
   * More of it, as plain text.
   */
  description?: string | null
  /**
   * The price: a decimal number above 0 with at most 2 decimals.
   */
  fiatAmount?: string
  /**
   * A code of ISO 4217 that this instance has a rate for.
   */
  fiatCurrency?: string
  /**
   * Where customers continue after the payment. `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it. Anyone can open it.
   */
  successUrl?: string | null
  /**
   * Where customers go who leave without paying. `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it.
   */
  cancelUrl?: string | null
  /**
   * An inactive link opens no new sessions.
   */
  active?: boolean
  /**
   * The price, as sessions and quotes have it, in place of `fiatAmount` and `fiatCurrency`.
   */
  amount?: OrderAmount
}
export interface UpdateRefundBody {
  /**
   * Where the money goes. It can’t be changed afterwards.
   */
  address: string
}
export interface UpdateWebhookEndpointBody {
  /**
   * An instance on localhost also accepts http://localhost.
   */
  url?: string
  /**
   * The event types to deliver from now on.
   */
  events?: EventType[]
  /**
   * Nothing is sent to a disabled endpoint.
   */
  active?: boolean
}
export interface WebhookDelivery {
  id: string
  object: 'webhook_delivery'
  /**
   * The webhook endpoint.
   */
  endpointId: string
  /**
   * The event that is sent.
   */
  eventId: string
  /**
   * The type of the event.
   */
  eventType: EventType
  /**
   * Whether it arrived, is still attempted, or failed.
   */
  status: DeliveryStatus
  /**
   * Why it failed or was cancelled; null otherwise.
   */
  ending: DeliveryEnding | null
  /**
   * How many attempts were made.
   */
  attemptsMade: number
  /**
   * Null once it has ended.
   */
  nextAttemptAt: string | null
  createdAt: string
  /**
   * When it was last sent again on request.
   */
  replayedAt: string | null
  /**
   * When it arrived or failed; null before.
   */
  endedAt: string | null
}
export interface WebhookDeliveryList {
  data: WebhookDelivery[]
  hasMore: boolean
  nextCursor: string | null
}
export interface WebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  /**
   * Where events are sent.
   */
  url: string
  /**
   * The event types that it receives.
   */
  events: EventType[]
  /**
   * Nothing is sent to a disabled endpoint.
   */
  active: boolean
  /**
   * Why it is disabled; null while it is active.
   */
  inactiveReason: InactiveReason | null
  /**
   * The beginning of its secret, to tell it apart.
   */
  secretPrefix: string
  createdAt: string
}
export interface WebhookEndpointList {
  data: WebhookEndpoint[]
  hasMore: boolean
  nextCursor: string | null
}
export interface ListPaymentLinksQuery {
  /**
   * The maximum number of items per page.
   */
  limit?: number
  /**
   * The `nextCursor` of the previous page; leave it out for the first page.
   */
  starting_after?: string
}
export interface ListCheckoutSessionsQuery {
  /**
   * The maximum number of items per page.
   */
  limit?: number
  /**
   * The `nextCursor` of the previous page; leave it out for the first page.
   */
  starting_after?: string
  /**
   * Only those that currently have this status.
   */
  status?: SessionStatus
  /**
   * Only of this payment link.
   */
  linkId?: string
  /**
   * Only of this customer.
   */
  customerId?: string
  /**
   * Only of sessions with this pair of metadata, such as `metadata[order]=1001`. Numbers are compared as text. Of a session, the first 20 pairs are found.
   */
  metadata?: MetadataPair
  /**
   * Only resources created at this time or later.
   */
  createdAfter?: string
  /**
   * Only resources created at this time or earlier.
   */
  createdBefore?: string
}
export interface ListRefundsQuery {
  /**
   * The maximum number of items per page.
   */
  limit?: number
  /**
   * The `nextCursor` of the previous page; leave it out for the first page.
   */
  starting_after?: string
  /**
   * Only those that currently have this status.
   */
  status?: RefundStatus
  /**
   * Only events of this checkout session.
   */
  sessionId?: string
  /**
   * Only resources created at this time or later.
   */
  createdAfter?: string
  /**
   * Only resources created at this time or earlier.
   */
  createdBefore?: string
}
export interface ListWebhookEndpointsQuery {
  /**
   * The maximum number of items per page.
   */
  limit?: number
  /**
   * The `nextCursor` of the previous page; leave it out for the first page.
   */
  starting_after?: string
}
export interface ListEndpointDeliveriesQuery {
  /**
   * The maximum number of items per page.
   */
  limit?: number
  /**
   * The `nextCursor` of the previous page; leave it out for the first page.
   */
  starting_after?: string
  /**
   * Only those that currently have this status.
   */
  status?: DeliveryStatus
}
export interface ListEventsQuery {
  /**
   * The maximum number of items per page.
   */
  limit?: number
  /**
   * The `nextCursor` of the previous page; leave it out for the first page.
   */
  starting_after?: string
  /**
   * Only events of this type.
   */
  type?: EventType
  /**
   * Only events of this checkout session.
   */
  sessionId?: string
  /**
   * Only of this payment link.
   */
  linkId?: string
  /**
   * Only of this customer.
   */
  customerId?: string
  /**
   * Only of sessions with this pair of metadata, such as `metadata[order]=1001`. Numbers are compared as text. Of a session, the first 20 pairs are found.
   */
  metadata?: MetadataPair
  /**
   * Only resources created at this time or later.
   */
  createdAfter?: string
  /**
   * Only resources created at this time or earlier.
   */
  createdBefore?: string
}
export interface ListCustomersQuery {
  /**
   * The maximum number of items per page.
   */
  limit?: number
  /**
   * The `nextCursor` of the previous page; leave it out for the first page.
   */
  starting_after?: string
  /**
   * The page number, starting at 1. Not together with `starting_after`.
   */
  page?: number
  /**
   * Only the customer with this email, in any letter case.
   */
  email?: string
}
