/* Made from the OpenAPI document by `npm run sdk`; a test holds it to that document. */
export interface Event {
  id: string
  object: 'event'
  type:
    | 'session.detected'
    | 'session.paid'
    | 'session.paid_late'
    | 'session.expired'
    | 'session.underpaid'
    | 'session.overpaid'
  livemode: boolean
  data: {
    id: string
    object: 'checkout_session'
    linkId: string | null
    status:
      | 'pending'
      | 'detected'
      | 'paid'
      | 'underpaid'
      | 'overpaid'
      | 'expired'
      | 'paid_late'
      | 'failed'
    address: string
    /**
     * What is to be paid, in the asset of this session, whichever that is. `wei` and `base` are its smallest units, `eth` and `formatted` the same as a decimal number.
     */
    amount: {
      wei: string
      eth: string
      base: string
      formatted: string
      decimals: number
    }
    /**
     * What has arrived so far in the asset of this session, confirmed or not.
     */
    amountReceived: {
      base: string
      formatted: string
    }
    fiat: {
      amount: string
      currency: string
    }
    /**
     * ETH/USD when the session was created, whatever its asset.
     */
    ethPriceUsd: string
    /**
     * Price of one unit of the asset that `amount` follows from.
     */
    unitPriceUsd: string
    expiresAt: string
    /**
     * Until when a payment after `expiresAt` still counts.
     */
    lateUntil: string
    paidAt: string | null
    txHash: string | null
    chainId: number
    asset: string
    /**
     * False while the customer may still choose network and coin.
     */
    assetSelected: boolean
    /**
     * Blocks on top of the payment so far.
     */
    confirmations: number
    confirmationsRequired: number
    /**
     * Null unless `status` is `failed`.
     */
    failureReason: string | null
    /**
     * Null unless a hosted provider was chosen.
     */
    provider: string | null
    metadata: {
      [k: string]: string | number
    } | null
    successUrl: string | null
    cancelUrl: string | null
    returnUrl: string | null
    customerEmail: string | null
    livemode: boolean
    checkoutUrl: string
    createdAt: string
    /**
     * When `status` last changed.
     */
    updatedAt: string
    /**
     * Counts the events of a session: one with a lower number came earlier.
     */
    sequence: number
    /**
     * There in test events only.
     */
    synthetic?: true
  }
  createdAt: string
}
export interface PaymentLink {
  id: string
  object: 'payment_link'
  slug: string
  title: string
  description: string | null
  fiatAmount: string
  fiatCurrency: string
  successUrl: string | null
  cancelUrl: string | null
  active: boolean
  checkoutUrl: string
  createdAt: string
  updatedAt: string
}
export interface PaymentLinkList {
  data: PaymentLink[]
  hasMore: boolean
  nextCursor: string | null
}
export interface DeletedPaymentLink {
  id: string
  object: 'payment_link'
  deleted: true
}
export interface Quote {
  id: string
  object: 'quote'
  linkId: string | null
  chainId: number
  asset: string
  tokenAddress: string | null
  amount: {
    base: string
    formatted: string
    decimals: number
  }
  fiat: {
    amount: string
    currency: string
  }
  unitPriceUsd: string
  expiresAt: string
  consumed: boolean
  checkoutSessionId: string | null
  livemode: boolean
  createdAt: string
}
export interface CheckoutSession {
  id: string
  object: 'checkout_session'
  linkId: string | null
  status:
    | 'pending'
    | 'detected'
    | 'paid'
    | 'underpaid'
    | 'overpaid'
    | 'expired'
    | 'paid_late'
    | 'failed'
  address: string
  /**
   * What is to be paid, in the asset of this session, whichever that is. `wei` and `base` are its smallest units, `eth` and `formatted` the same as a decimal number.
   */
  amount: {
    wei: string
    eth: string
    base: string
    formatted: string
    decimals: number
  }
  /**
   * What has arrived so far in the asset of this session, confirmed or not.
   */
  amountReceived: {
    base: string
    formatted: string
  }
  fiat: {
    amount: string
    currency: string
  }
  /**
   * ETH/USD when the session was created, whatever its asset.
   */
  ethPriceUsd: string
  /**
   * Price of one unit of the asset that `amount` follows from.
   */
  unitPriceUsd: string
  expiresAt: string
  /**
   * Until when a payment after `expiresAt` still counts.
   */
  lateUntil: string
  paidAt: string | null
  txHash: string | null
  chainId: number
  asset: string
  /**
   * False while the customer may still choose network and coin.
   */
  assetSelected: boolean
  /**
   * Blocks on top of the payment so far.
   */
  confirmations: number
  confirmationsRequired: number
  /**
   * Null unless `status` is `failed`.
   */
  failureReason: string | null
  /**
   * Null unless a hosted provider was chosen.
   */
  provider: string | null
  metadata: {
    [k: string]: string | number
  } | null
  successUrl: string | null
  cancelUrl: string | null
  returnUrl: string | null
  customerEmail: string | null
  livemode: boolean
  checkoutUrl: string
  createdAt: string
  /**
   * When `status` last changed.
   */
  updatedAt: string
}
export interface CheckoutSessionList {
  data: CheckoutSession[]
  hasMore: boolean
  nextCursor: string | null
}
export interface CreatedWebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  url: string
  events: (
    | 'session.detected'
    | 'session.paid'
    | 'session.paid_late'
    | 'session.expired'
    | 'session.underpaid'
    | 'session.overpaid'
  )[]
  active: boolean
  inactiveReason: ('receiver_gone' | 'only_failures' | 'switched_off') | null
  secretPrefix: string
  createdAt: string
  secret: string
}
export interface WebhookEndpointList {
  data: WebhookEndpoint[]
  hasMore: boolean
  nextCursor: string | null
}
export interface WebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  url: string
  events: (
    | 'session.detected'
    | 'session.paid'
    | 'session.paid_late'
    | 'session.expired'
    | 'session.underpaid'
    | 'session.overpaid'
  )[]
  active: boolean
  inactiveReason: ('receiver_gone' | 'only_failures' | 'switched_off') | null
  secretPrefix: string
  createdAt: string
}
export interface DeletedWebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  deleted: true
}
export interface TestEvent {
  id: string
  object: 'event'
  type:
    | 'session.detected'
    | 'session.paid'
    | 'session.paid_late'
    | 'session.expired'
    | 'session.underpaid'
    | 'session.overpaid'
  livemode: boolean
  data: {
    id: string
    object: 'checkout_session'
    linkId: string | null
    status:
      | 'pending'
      | 'detected'
      | 'paid'
      | 'underpaid'
      | 'overpaid'
      | 'expired'
      | 'paid_late'
      | 'failed'
    address: string
    /**
     * What is to be paid, in the asset of this session, whichever that is. `wei` and `base` are its smallest units, `eth` and `formatted` the same as a decimal number.
     */
    amount: {
      wei: string
      eth: string
      base: string
      formatted: string
      decimals: number
    }
    /**
     * What has arrived so far in the asset of this session, confirmed or not.
     */
    amountReceived: {
      base: string
      formatted: string
    }
    fiat: {
      amount: string
      currency: string
    }
    /**
     * ETH/USD when the session was created, whatever its asset.
     */
    ethPriceUsd: string
    /**
     * Price of one unit of the asset that `amount` follows from.
     */
    unitPriceUsd: string
    expiresAt: string
    /**
     * Until when a payment after `expiresAt` still counts.
     */
    lateUntil: string
    paidAt: string | null
    txHash: string | null
    chainId: number
    asset: string
    /**
     * False while the customer may still choose network and coin.
     */
    assetSelected: boolean
    /**
     * Blocks on top of the payment so far.
     */
    confirmations: number
    confirmationsRequired: number
    /**
     * Null unless `status` is `failed`.
     */
    failureReason: string | null
    /**
     * Null unless a hosted provider was chosen.
     */
    provider: string | null
    metadata: {
      [k: string]: string | number
    } | null
    successUrl: string | null
    cancelUrl: string | null
    returnUrl: string | null
    customerEmail: string | null
    livemode: boolean
    checkoutUrl: string
    createdAt: string
    /**
     * When `status` last changed.
     */
    updatedAt: string
    /**
     * Counts the events of a session: one with a lower number came earlier.
     */
    sequence: number
    /**
     * There in test events only.
     */
    synthetic?: true
  }
  createdAt: string
  deliveryId: string
}
export interface EventList {
  data: Event[]
  hasMore: boolean
  nextCursor: string | null
}
export interface CustomerList {
  object: 'list'
  data: Customer[]
  total: number
  page: number
  limit: number
}
export interface Customer {
  id: string
  object: 'customer'
  email: string
  metadata: {
    [k: string]: string | number
  } | null
  createdAt: string
  updatedAt: string
}
export interface ListPaymentLinksQuery {
  /**
   * How many items a page has at most.
   */
  limit?: number
  /**
   * The `nextCursor` of the page before; without it the list begins.
   */
  starting_after?: string
}
export interface CreatePaymentLinkBody {
  title: string
  description?: string | null
  fiatAmount: string
  fiatCurrency?: string
  successUrl?: string | null
  cancelUrl?: string | null
}
export interface UpdatePaymentLinkBody {
  title?: string
  description?: string | null
  fiatAmount?: string
  fiatCurrency?: string
  successUrl?: string | null
  cancelUrl?: string | null
  active?: boolean
}
export interface CreateQuoteBody {
  linkId?: string
  amount?: {
    value: string
    currency: string
  }
  chainId?: number
  asset?: string
}
export interface ListCheckoutSessionsQuery {
  /**
   * How many items a page has at most.
   */
  limit?: number
  /**
   * The `nextCursor` of the page before; without it the list begins.
   */
  starting_after?: string
  /**
   * Only sessions that have this status now.
   */
  status?:
    | 'pending'
    | 'detected'
    | 'paid'
    | 'underpaid'
    | 'overpaid'
    | 'expired'
    | 'paid_late'
    | 'failed'
  /**
   * Only sessions opened from this payment link.
   */
  linkId?: string
  /**
   * Only what was created at this time or later.
   */
  createdAfter?: string
  /**
   * Only what was created at this time or earlier.
   */
  createdBefore?: string
}
export interface CreateCheckoutSessionBody {
  quoteId?: string
  linkId?: string
  amount?: {
    value: string
    currency: string
  }
  chainId?: number
  asset?: string
  customerEmail?: string | null
  metadata?: {
    [k: string]: string | number
  } | null
  successUrl?: string | null
  cancelUrl?: string | null
  returnUrl?: string | null
}
export interface ListWebhookEndpointsQuery {
  /**
   * How many items a page has at most.
   */
  limit?: number
  /**
   * The `nextCursor` of the page before; without it the list begins.
   */
  starting_after?: string
}
export interface CreateWebhookEndpointBody {
  url: string
  events?: (
    | 'session.detected'
    | 'session.paid'
    | 'session.paid_late'
    | 'session.expired'
    | 'session.underpaid'
    | 'session.overpaid'
  )[]
}
export interface UpdateWebhookEndpointBody {
  url?: string
  events?: (
    | 'session.detected'
    | 'session.paid'
    | 'session.paid_late'
    | 'session.expired'
    | 'session.underpaid'
    | 'session.overpaid'
  )[]
  active?: boolean
}
export interface ListEventsQuery {
  /**
   * How many items a page has at most.
   */
  limit?: number
  /**
   * The `nextCursor` of the page before; without it the list begins.
   */
  starting_after?: string
  /**
   * Only events of this type.
   */
  type?:
    | 'session.detected'
    | 'session.paid'
    | 'session.paid_late'
    | 'session.expired'
    | 'session.underpaid'
    | 'session.overpaid'
  /**
   * Only events of this checkout session.
   */
  sessionId?: string
  /**
   * Only what was created at this time or later.
   */
  createdAfter?: string
  /**
   * Only what was created at this time or earlier.
   */
  createdBefore?: string
}
export interface ListCustomersQuery {
  /**
   * How many items a page has at most.
   */
  limit?: number
  /**
   * Which page, from 1.
   */
  page?: number
  /**
   * Only the customer with this email, in any letter case.
   */
  email?: string
}
export interface UpdateCustomerBody {
  metadata: {
    [k: string]: string | number
  } | null
}
