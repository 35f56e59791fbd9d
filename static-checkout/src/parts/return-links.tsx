import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { formatDuration } from '../format.ts'
import { backText, continueText } from '../seller-texts.ts'
import { secondsToRedirect } from '../state.ts'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

/** After a payment: continues to the merchant's page, automatically after a few seconds unless the customer stays. */
export function ContinueLinks({ view, state, actions }: ViewProps): VNode | null {
  const seconds = secondsToRedirect(state)
  const url = view.successUrl ?? view.returnUrl
  if (!url) return null
  return (
    <div class="way-on">
      <a class="button primary" href={url}>
        {view.successUrl ? continueText(view) : backText(view)}
      </a>
      {seconds !== undefined && (
        <div class="foot">
          <span>{fill(payText.paid.redirect, { time: formatDuration(seconds) })}</span>
          <button type="button" class="plain" onClick={actions.stay}>
            {payText.paid.stay}
          </button>
        </div>
      )}
    </div>
  )
}

/** Without a payment: a link back to where the merchant wants customers who didn't pay. */
export function BackLink({ view }: { view: CheckoutView }): VNode | null {
  const url = view.cancelUrl ?? view.returnUrl
  if (!url) return null
  return (
    <a class="button secondary" href={url}>
      {backText(view)}
    </a>
  )
}
