import type { VNode } from 'preact'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { ReceiptActions } from '../parts/receipt-actions.tsx'
import { ContinueLinks } from '../parts/return-links.tsx'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

/** To the customer, a payment is paid whether it was in time or late. */
export function PaidView(props: ViewProps): VNode {
  const { view } = props
  return (
    <div class="body">
      <Headline tone="ok" headline={text.paid.headline}>
        {view.status === 'paid_late' ? text.paid.late : text.paid.body}
      </Headline>
      <ContinueLinks {...props} />
      <Receipt view={view} />
      <ReceiptActions />
    </div>
  )
}
