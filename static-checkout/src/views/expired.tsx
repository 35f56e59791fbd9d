import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { formatTime } from '../format.ts'
import { CheckButton } from '../parts/check-button.tsx'
import { Contact } from '../parts/contact.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { backText } from '../seller-texts.ts'
import { secondsUntil } from '../state.ts'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

/** Whether the customer has already paid matters here, so both cases have their own section. */
export function ExpiredView(props: ViewProps): VNode {
  return (
    <div class="body">
      <Headline tone="neutral" headline={payText.expired.headline} />
      <div class="choices">
        <NotPaid {...props} />
        <AlreadySent {...props} />
      </div>
      <Receipt view={props.view} />
    </div>
  )
}

function NotPaid({ view, actions }: ViewProps): VNode {
  const { linkPath } = view
  const url = view.cancelUrl ?? view.returnUrl
  const elsewhere = url ? payText.expired.unpaidAdHoc : payText.expired.unpaidNowhere
  return (
    <section>
      <h2>{payText.expired.unpaidTitle}</h2>
      <p>{linkPath ? payText.expired.unpaidLink : elsewhere}</p>
      {linkPath && (
        <button type="button" class="button primary" onClick={() => actions.newPrice(linkPath)}>
          {payText.expired.newPrice}
        </button>
      )}
      {url && (
        <a class={linkPath ? 'button secondary' : 'button primary'} href={url}>
          {backText(view)}
        </a>
      )}
    </section>
  )
}

function AlreadySent({ view, state, actions }: ViewProps): VNode {
  const isOpen = !view.closed && secondsUntil(view.lateUntil, state.nowMs) > 0
  return (
    <section>
      <h2>{payText.expired.sentTitle}</h2>
      <p>
        {isOpen
          ? fill(payText.expired.sentOpen, { time: formatTime(view.lateUntil) })
          : payText.expired.sentClosed}
      </p>
      {!isOpen && <Contact view={view} />}
      {!view.closed && (
        <CheckButton label={payText.check.askLate} check={state.check} onCheck={actions.check} />
      )}
    </section>
  )
}
