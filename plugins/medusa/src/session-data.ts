import type { CheckoutSession } from '../../../sdk/src/index.ts'

/**
 * A refund that was promised to the customer. Whoever has its claim URL decides where the money goes, and storefronts may read the
 * data of a payment with nothing but the order's id; so it is sealed.
 */
export type PromisedRefund = { id: string; amount: string; asset: string; sealedClaimUrl: string }

/** What Medusa keeps of a payment: the storefront redirects the customer to `checkoutUrl`. */
export type SessionData = {
  /** The checkout session's. */
  id: string
  /** Medusa's payment session, which the checkout session has as `metadata.order`. */
  session_id: string
  checkoutUrl: string
  status: CheckoutSession['status']
  /** The price, in the currency of the store. */
  amount: string
  currency: string
  /** What is due and what was received, in the asset. */
  asset: string
  due: string
  received: string
  livemode: boolean
  refunds?: PromisedRefund[]
}

export function sessionData(session: CheckoutSession): SessionData {
  return {
    id: session.id,
    session_id: String(session.metadata?.['order'] ?? ''),
    checkoutUrl: session.checkoutUrl,
    status: session.status,
    amount: session.fiat.amount,
    currency: session.fiat.currency,
    asset: session.asset,
    due: session.amount.formatted,
    received: session.amountReceived.formatted,
    livemode: session.livemode,
  }
}

/** Whether Medusa's data of a payment is what this provider has given it. */
export function isSessionData(data: unknown): data is SessionData {
  return typeof data === 'object' && data !== null && 'checkoutUrl' in data && 'status' in data
}
