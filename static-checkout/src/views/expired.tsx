import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { formatAmount, formatTime } from '../format.ts'
import { CheckButton } from '../parts/check-button.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { secondsUntil } from '../state.ts'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

/** What matters here is whether the customer has already paid, so both cases have their own section. */
export function ExpiredView(props: ViewProps): VNode {
  const { view } = props
  const isArriving = view.received.base !== '0' && !view.closed
  return (
    <div class="body">
      <Headline tone={isArriving ? 'info' : 'neutral'} headline={text.expired.headline}>
        {isArriving && fill(text.expired.arriving, { received: formatAmount(view.received, view) })}
      </Headline>
      <div class="choices">
        {!isArriving && <NotPaid view={view} />}
        <AlreadySent {...props} />
      </div>
      <Receipt view={view} />
    </div>
  )
}

function NotPaid({ view }: { view: CheckoutView }): VNode {
  const returnUrl = view.returnUrl ?? view.cancelUrl
  const elsewhere = returnUrl ? text.expired.unpaidAdHoc : text.expired.unpaidNowhere
  const url = view.linkPath ?? returnUrl
  return (
    <section>
      <h2>{text.expired.unpaidTitle}</h2>
      <p>{view.linkPath ? text.expired.unpaidLink : elsewhere}</p>
      {url && (
        <a class="button primary" href={url}>
          {view.linkPath ? text.expired.newPrice : text.back}
        </a>
      )}
    </section>
  )
}

function AlreadySent({ view, state, actions }: ViewProps): VNode {
  const isOpen = !view.closed && secondsUntil(view.lateUntil, state.nowMs) > 0
  return (
    <section>
      <h2>{text.expired.sentTitle}</h2>
      <p>
        {isOpen
          ? fill(text.expired.sentOpen, { time: formatTime(view.lateUntil) })
          : `${text.expired.sentClosed} ${text.contact.unknown}`}
      </p>
      {!view.closed && (
        <CheckButton label={text.check.askLate} check={state.check} onCheck={actions.check} />
      )}
    </section>
  )
}
