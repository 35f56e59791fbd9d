import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { shortReference } from '../../../shared/merchant/checkout/rules/short-reference.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { payText } from '../texts/pay/pay-text.ts'

/** How to reach the seller: by their own route if they have one, with the payment's reference filled in. */
export function Contact({ view }: { view: CheckoutView }): VNode {
  const { name, supportUrl } = view.merchant
  if (supportUrl) {
    return (
      <a class="button secondary" href={withReference(supportUrl, view)}>
        {name ? fill(payText.contact.seller, { seller: name }) : payText.contact.anonymous}
      </a>
    )
  }
  return (
    <p class="note">
      {name ? fill(payText.contact.with, { seller: name }) : payText.contact.unknown}
    </p>
  )
}

function withReference(supportUrl: string, { id, txHash }: CheckoutView): string {
  const url = new URL(supportUrl)
  const isEmail = url.protocol === 'mailto:'
  const subject = fill(payText.contact.subject, { reference: shortReference(id) })
  const values = isEmail
    ? { subject, body: [id, txHash].filter(Boolean).join('\n') }
    : { reference: id, ...(txHash && { transaction: txHash }) }
  for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value)
  // Mail programs show a plus sign as it is.
  return isEmail ? url.href.replaceAll('+', '%20') : url.href
}
