import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { shortReference } from '../../../shared/merchant/checkout/rules/short-reference.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import type { LinkView } from '../../../shared/records/payment-links/wire/link-view.ts'
import { formatFiat } from '../format.ts'
import { orderOf, type State } from '../state.ts'
import { text } from '../texts/text.ts'

/** Who sells what, next to the sheet. Only this shows the fiat price, which never appears next to the coin amount. */
export function Order({ state }: { state: State }): VNode {
  const order = orderOf(state)
  useAccent(order?.merchant)
  return (
    <aside class="order">
      {order && (
        <>
          <div class="order-line">
            <div>
              <Seller merchant={order.merchant} />
              <p class="order-title" dir="auto">
                {order.title ?? text.order.untitled}
              </p>
            </div>
            <p class="order-price">{formatFiat(order.fiat)}</p>
          </div>
          <Facts order={order} />
        </>
      )}
    </aside>
  )
}

type Merchant = LinkView['merchant']

export function Seller({ merchant: { name, logoUrl } }: { merchant: Merchant }): VNode | null {
  if (!name && !logoUrl) return null
  return (
    <p class="seller">
      {logoUrl && <img src={logoUrl} alt="" height="32" />}
      {name}
    </p>
  )
}

/** Open if there is room for it; a phone folds it. */
function Facts({ order }: { order: CheckoutView | LinkView }): VNode | null {
  const reference = 'id' in order ? order.id : null
  if (!order.description && !reference) return null
  return (
    <details class="order-details" open={window.innerWidth > 860}>
      <summary>
        {text.order.details}
        {reference && <bdi>{shortReference(reference)}</bdi>}
      </summary>
      {order.description && (
        <p class="order-description" dir="auto">
          {order.description}
        </p>
      )}
      {reference && (
        <dl class="facts">
          <div>
            <dt>{text.order.reference}</dt>
            <dd dir="ltr">
              {shortReference(reference)}
              <span class="reference">{reference}</span>
            </dd>
          </div>
        </dl>
      )}
    </details>
  )
}

/** The merchant's color, for the main button only. The service has checked that text on it is readable. */
export function useAccent(merchant: Merchant | undefined): void {
  const { accentColor, onAccentColor } = merchant ?? {}
  useEffect(() => {
    if (!accentColor || !onAccentColor) return
    const { style } = document.documentElement
    style.setProperty('--brand', accentColor)
    style.setProperty('--on-brand', onAccentColor)
  }, [accentColor, onAccentColor])
}
