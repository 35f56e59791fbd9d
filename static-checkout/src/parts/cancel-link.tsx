import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { text } from '../texts/text.ts'

/** Before a payment: a link to where the merchant wants customers who didn't pay. */
export function CancelLink({ view }: { view: CheckoutView }): VNode | null {
  const url = view.cancelUrl ?? view.returnUrl
  if (!url) return null
  return (
    <a class="plain" href={url}>
      {text.cancel}
    </a>
  )
}
