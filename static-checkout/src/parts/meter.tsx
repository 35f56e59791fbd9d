import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { formatAmount } from '../format.ts'
import { dueOf } from '../money.ts'
import { payText } from '../texts/pay/pay-text.ts'

export function Meter({ view }: { view: CheckoutView }): VNode {
  const due = dueOf(view)
  return (
    <div class="meter">
      <progress
        aria-label={payText.meter.label}
        max="1"
        value={shareOf(view.received.base, view.amount.base)}
      />
      <p>
        <strong>
          {fill(payText.meter.received, { amount: formatAmount(view.received, view) })}
        </strong>
        {due.base !== '0' && (
          <span>{fill(payText.meter.missing, { amount: formatAmount(due, view) })}</span>
        )}
      </p>
    </div>
  )
}

/** Between 0 and 1, with more digits than a bar can show. */
function shareOf(part: string, whole: string): number {
  return Number((BigInt(part) * 10_000n) / BigInt(whole)) / 10_000
}
