/** Which order a provider means: by our session, by our order, or by the provider's own id of it. */
export type OrderReference = { by: 'session' | 'order' | 'vendor'; id: string }

/**
 * `short` is money that does not complete the order by itself, such as a partial payment; `undelivered` is a payment
 * whose coins could not be delivered.
 */
export type ReportedState =
  | 'open'
  | 'paid'
  | 'short'
  | 'failed'
  | 'refunded'
  | 'partly_refunded'
  | 'undelivered'

/** What a provider says about one payment. Whether it pays an order is decided by `weighReport`. */
export type OrderReport = {
  /** The provider's id of the payment. It pays one session at most, for ever. */
  paymentId: string
  reference: OrderReference
  state: ReportedState
  /** The provider's own word for the state. */
  status: string
  /** What the customer paid, with the provider's fees; null if it isn't reported. */
  paid: { amount: string; currency: string } | null
  /** Where the coins went; null for what isn't reported. */
  delivered: Delivery
  /** When the payment began; null if it isn't reported. */
  beganAt: Date | null
  txHash: string | null
  /** What the provider needs to be asked about this payment again, beside its id. */
  queryToken: string | null
}

export type Delivery = { wallet: string | null; asset: string | null; network: string | null }

export const notDelivered: Delivery = { wallet: null, asset: null, network: null }
