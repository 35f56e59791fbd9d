import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { formatDuration } from '../format.ts'
import { secondsToRedirect } from '../state.ts'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

/** After a payment: continues to the merchant's page, automatically after a few seconds unless the customer stays. */
export function ContinueLinks({ view, state, actions }: ViewProps): VNode {
  const seconds = secondsToRedirect(state)
  const url = view.successUrl ?? view.returnUrl
  return (
    <div class="way-on">
      {url && (
        <a class="button primary" href={url}>
          {view.successUrl ? text.paid.continue : text.back}
        </a>
      )}
      <div class="foot">
        {seconds === undefined ? (
          <button type="button" class="plain" onClick={() => window.print()}>
            {text.receipt.print}
          </button>
        ) : (
          <>
            <span>{fill(text.paid.redirect, { time: formatDuration(seconds) })}</span>
            <button type="button" class="plain" onClick={actions.stay}>
              {text.paid.stay}
            </button>
          </>
        )}
      </div>
    </div>
  )
}

/** Without a payment: a link back to the shop, if the merchant has provided one. */
export function BackLink({ view }: { view: CheckoutView }): VNode | null {
  const url = view.returnUrl ?? view.cancelUrl
  if (!url) return null
  return (
    <a class="button secondary" href={url}>
      {text.back}
    </a>
  )
}
