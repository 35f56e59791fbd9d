import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { differenceOf } from './format.ts'

/** An amount in base units and as decimals. */
export type Amount = { base: string; formatted: string }

export function dueOf({ amount, received }: CheckoutView): Amount {
  return received.base === '0' ? amount : differenceOf(amount, received)
}

/** Whether money is on the chain that the service has not decided on, whatever the status: nothing may be sent twice. */
export function isConfirming({ status, closed, confirmedAbout }: CheckoutView): boolean {
  return !closed && (status === 'detected' || confirmedAbout !== null)
}

/** Whether the network has confirmed the payment, and the service checks it once more. */
export function isFinalCheck(view: CheckoutView): boolean {
  return !hasVanished(view) && view.confirmations >= view.confirmationsRequired
}

/** Whether money that was seen has left the chain again. */
export function hasVanished({ received, confirmed }: CheckoutView): boolean {
  return received.base === '0' || BigInt(received.base) < BigInt(confirmed.base)
}

/** Whether less than the amount due was received, confirmed or not. */
export function isPartial({ received, amount }: CheckoutView): boolean {
  return BigInt(received.base) < BigInt(amount.base)
}
