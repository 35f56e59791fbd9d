import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { formatFiat, formatTime } from '../format.ts'
import { screenOf } from '../screen.ts'
import type { State } from '../state.ts'
import { text } from '../text.ts'

/** What is being bought, beside the sheet. The price in money of account stands here only, never next to the coin. */
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

/** Later the receipt says the same. Before the coin is settled, its network and price are nothing to go by. */
function OrderFacts({ view, isPriced }: { view: CheckoutView; isPriced: boolean }): VNode {
  return (
    <dl class="facts">
      {isPriced && (
        <>
          <div>
            <dt>{text.order.network}</dt>
            <dd>{view.chainName}</dd>
          </div>
          <div>
            <dt>{text.order.priceHeld}</dt>
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
