import type { VNode } from 'preact'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { WayOn } from '../parts/return-links.tsx'
import { text } from '../text.ts'
import type { ViewProps } from '../view-props.ts'

/** In time or late: to the customer both are paid. */
export function PaidView(props: ViewProps): VNode {
  const { view } = props
  return (
    <div class="body">
      <Headline tone="ok" headline={text.paid.headline}>
        {view.status === 'paid_late' ? text.paid.late : text.paid.body}
      </Headline>
      <Receipt view={view} />
      <WayOn {...props} />
    </div>
  )
}
