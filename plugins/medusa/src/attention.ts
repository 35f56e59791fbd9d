import type { OrderUpdate } from '../../../sdk/src/index.ts'
import type { SessionData } from './session-data.ts'

/** Something that a person of the shop has to look at. */
export type Attention = { title: string; description: string }

const nextStep =
  'Accept the payment in the dashboard of Quittance, or cancel the order and refund what arrived.'

/** By the status of the session. */
const texts: Readonly<Record<string, (data: SessionData) => Attention>> = {
  underpaid: ({ received, due, asset, id }) => ({
    title: 'Payment incomplete',
    description: `${received} of ${due} ${asset} arrived for ${id}. The customer can still pay the rest for some minutes. ${nextStep}`,
  }),
  paid_late: ({ id }) => ({
    title: 'Paid late',
    description: `${id} was paid in full after its price had expired. The payment is captured. If you can't deliver at this price, refund it.`,
  }),
  overpaid: ({ received, due, asset, id }) => ({
    title: 'Paid too much',
    description: `${received} ${asset} arrived for ${id}, and ${due} were due. The payment is captured. Refund the difference in Quittance if you want.`,
  }),
}

/** Undefined if nobody has to look at the payment. */
export function attentionTo(data: SessionData): Attention | undefined {
  return texts[data.status]?.(data)
}

/** What an event needs attention for: money that didn't count comes first. */
export function attentionOf({ deposit }: OrderUpdate, data: SessionData): Attention | undefined {
  if (!deposit) return attentionTo(data)
  return {
    title: 'Unmatched payment',
    description: `${deposit.amount.formatted} ${deposit.asset} arrived for ${data.id} and didn't count towards it (${deposit.reason}). ${nextStep}`,
  }
}

/** For a payment that Medusa has captured, but could not place an order for. */
export function attentionWithoutOrder({ id }: SessionData, paymentId: string): Attention {
  return {
    title: 'Paid without an order',
    description: `${id} is paid, and Medusa could not place its order, as when something is out of stock. Medusa promises a refund then: the link for the customer is at /admin/quittance/payments/${paymentId}/refunds. If there is none, refund the payment, or complete the cart.`,
  }
}

/** For a full payment to a payment session that Medusa has deleted. The key lets it be shown once. */
export function attentionWithoutCart(paymentSessionId: string): Attention & { key: string } {
  return {
    title: 'Paid without a cart',
    description: `${paymentSessionId} was paid after its cart had changed, or after another payment was started, so Medusa can't place an order. In Quittance, its session has this id as "order" in the metadata: refund it there.`,
    key: `${paymentSessionId}-without-cart`,
  }
}
