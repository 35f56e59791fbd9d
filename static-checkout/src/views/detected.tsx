import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { formatAmount } from '../format.ts'
import { dueOf, hasVanished, isPartial } from '../money.ts'
import { Confirming } from '../parts/confirming.tsx'
import { Headline } from '../parts/headline.tsx'
import { Meter } from '../parts/meter.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { Rest } from '../parts/rest.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

/** Money is on the chain and not decided on yet: a payment, the rest of one, a late one, or one that left the chain again. */
export function DetectedView(props: ViewProps): VNode {
  const { view, state } = props
  const isGone = hasVanished(view)
  return (
    <div class="body">
      <Headline tone="info" headline={payText.detected.headline}>
        {explain(view)}
      </Headline>
      {!isGone && <Confirming view={view} nowMs={state.nowMs} />}
      {!isGone && isPartial(view) && (
        <>
          <Meter view={view} />
          <Rest {...props} label={restLabel(view)} />
        </>
      )}
      <Receipt view={view} />
    </div>
  )
}

export function restLabel(view: CheckoutView): string {
  return fill(payText.meter.payRest, { amount: formatAmount(dueOf(view), view) })
}

function explain(view: CheckoutView): string {
  const { received, amount, status } = view
  if (hasVanished(view)) return payText.detected.vanished
  if (isPartial(view)) {
    const amounts = { received: formatAmount(received, view), amount: formatAmount(amount, view) }
    return fill(payText.detected.partial, amounts)
  }
  if (status === 'expired') return payText.detected.late
  return status === 'underpaid' ? payText.detected.rest : payText.detected.body
}
