import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { formatFiat, formatTime } from '../format.ts'
import { screenOf } from '../screen.ts'
import type { State } from '../state.ts'
import { text } from '../texts/text.ts'

/** What is being bought, next to the sheet. Only this shows the fiat price, which never appears next to the coin amount. */
export function Order({ state }: { state: State }): VNode {
  const { page } = state
  const screen = screenOf(state)
  const isPriced = screen === 'pay' || screen === 'time_up'
  const order = page.kind === 'session' ? page.view : page.link
  return (
    <aside class="order">
      {order && (
        <>
          <p class="order-title">{order.title ?? text.order.untitled}</p>
          <p class="order-price">{formatFiat(order.fiat)}</p>
          {order.description && <p class="order-description">{order.description}</p>}
        </>
      )}
      {page.kind === 'session' && page.view.status === 'pending' && (
        <OrderFacts view={page.view} isPriced={isPriced} />
      )}
    </aside>
  )
}

/** Shown until there is a receipt. Before a coin is chosen, its network and price aren't final. */
function OrderFacts({ view, isPriced }: { view: CheckoutView; isPriced: boolean }): VNode {
  return (
    <dl class="facts">
      {isPriced && (
        <>
          <div>
            <dt>{text.receipt.network}</dt>
            <dd>{view.chainName}</dd>
          </div>
          <div>
            <dt>{text.trust.held}</dt>
            <dd>{formatTime(view.expiresAt)}</dd>
          </div>
        </>
      )}
      <div>
        <dt>{text.order.reference}</dt>
        <dd class="reference">{view.id}</dd>
      </div>
    </dl>
  )
}
