import type { VNode } from 'preact'
import { differenceOf, formatAmount } from '../format.ts'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { ContinueLinks } from '../parts/return-links.tsx'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

export function OverpaidView(props: ViewProps): VNode {
  const { received, amount } = props.view
  const extra = differenceOf(received, amount)
  return (
    <div class="body">
      <Headline tone="ok" headline={text.overpaid.headline}>
        {fill(text.overpaid.body, { extra: formatAmount(extra, props.view) })}
      </Headline>
      <Receipt view={props.view} />
      <ContinueLinks {...props} />
    </div>
  )
}
