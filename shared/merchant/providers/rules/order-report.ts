/** Identifies an order: by our session, by our order, or by the provider's own id of it. */
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

/** A provider's report on one payment. `weighReport` decides whether it pays an order. */
export type OrderReport = {
  /** The provider's id of the payment. It pays one session at most, forever. */
  paymentId: string
  reference: OrderReference
  state: ReportedState
  /** The state in the provider's own words. */
  status: string
  /** The customer's payment, including the provider's fees; null if it isn't reported. */
  paid: { amount: string; currency: string } | null
  /** Where the coins were sent; null for unreported parts. */
  delivered: Delivery
  /** When the payment began; null if it isn't reported. */
  beganAt: Date | null
  txHash: string | null
  /** Needed, in addition to the id, to query this payment again. */
  queryToken: string | null
}

export type Delivery = { wallet: string | null; asset: string | null; network: string | null }

export const notDelivered: Delivery = { wallet: null, asset: null, network: null }
