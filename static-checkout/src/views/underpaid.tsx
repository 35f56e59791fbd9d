import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { formatAmount, formatTime } from '../format.ts'
import { dueOf } from '../money.ts'
import { CheckButton } from '../parts/check-button.tsx'
import { Contact } from '../parts/contact.tsx'
import { Headline } from '../parts/headline.tsx'
import { Meter } from '../parts/meter.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { Rest } from '../parts/rest.tsx'
import { BackLink } from '../parts/return-links.tsx'
import { secondsUntil } from '../state.ts'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'
import { restLabel } from './detected.tsx'

/** Too little arrived, in time or late. */
export function UnderpaidView(props: ViewProps): VNode {
  const { view, state, actions } = props
  const isOpen = !view.closed && secondsUntil(view.lateUntil, state.nowMs) > 0
  const canTopUp = view.acceptsTopUps && isOpen
  return (
    <div class="body">
      <Headline tone="warn" headline={payText.underpaid.headline}>
        {`${whatArrived(view)} ${canTopUp ? topUp(view) : payText.underpaid.closed}`.trim()}
      </Headline>
      <Meter view={view} />
      {canTopUp && (
        <>
          <Rest {...props} label={restLabel(view)} />
          <CheckButton label={payText.check.ask} check={state.check} onCheck={actions.check} />
        </>
      )}
      {!canTopUp && <Contact view={view} />}
      <Receipt view={view} />
      <BackLink view={view} />
    </div>
  )
}

function whatArrived(view: CheckoutView): string {
  if (view.status !== 'expired') {
    return fill(payText.underpaid.missing, { missing: formatAmount(dueOf(view), view) })
  }
  const received = formatAmount(view.received, view)
  return fill(payText.underpaid.late, { received, amount: formatAmount(view.amount, view) })
}

function topUp(view: CheckoutView): string {
  const missing = formatAmount(dueOf(view), view)
  return fill(payText.underpaid.topUp, { missing, time: formatTime(view.lateUntil) })
}
