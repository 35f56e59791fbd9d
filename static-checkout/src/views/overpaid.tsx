import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { differenceOf, formatAmount } from '../format.ts'
import { Contact } from '../parts/contact.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { ReceiptActions } from '../parts/receipt-actions.tsx'
import { ContinueLinks } from '../parts/return-links.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

export function OverpaidView(props: ViewProps): VNode {
  const { view } = props
  const extra = formatAmount(differenceOf(view.received, view.amount), view)
  return (
    <div class="body">
      <Headline tone="ok" headline={payText.overpaid.headline}>
        {fill(payText.overpaid.body, { extra })}
      </Headline>
      <Contact view={view} />
      <ContinueLinks {...props} />
      <Receipt view={view} />
      <ReceiptActions />
    </div>
  )
}
