import type { VNode } from 'preact'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { ReceiptActions } from '../parts/receipt-actions.tsx'
import { ContinueLinks } from '../parts/return-links.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

/** To the customer, a payment is paid whether it was in time or late. */
export function PaidView(props: ViewProps): VNode {
  const { view } = props
  return (
    <div class="body">
      <Headline tone="ok" headline={payText.paid.headline}>
        {view.status === 'paid_late' ? payText.paid.late : payText.paid.body}
      </Headline>
      <ContinueLinks {...props} />
      <Receipt view={view} />
      <ReceiptActions />
    </div>
  )
}
