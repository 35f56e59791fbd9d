import type { VNode } from 'preact'
import { formatDifference } from '../format.ts'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { ContinueLinks } from '../parts/return-links.tsx'
import { text } from '../text.ts'
import type { ViewProps } from '../view-props.ts'

export function OverpaidView(props: ViewProps): VNode {
  const { received, amount, asset } = props.view
  const extra = formatDifference(received.base, amount.base, amount.decimals)
  return (
    <div class="body">
      <Headline tone="ok" headline={text.overpaid.headline}>
        {text.overpaid.body(`${extra} ${asset}`)}
      </Headline>
      <Receipt view={props.view} />
      <ContinueLinks {...props} />
    </div>
  )
}
