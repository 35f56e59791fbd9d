import type { VNode } from 'preact'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { text } from '../text.ts'
import type { ViewProps } from '../view-props.ts'

export function DetectedView({ view }: ViewProps): VNode {
  const { received, amount, asset } = view
  const isPartial = BigInt(received.base) < BigInt(amount.base)
  return (
    <div class="body">
      <Headline tone="info" headline={text.detected.headline}>
        {isPartial
          ? text.detected.partial(received.formatted, `${amount.formatted} ${asset}`)
          : text.detected.body}
      </Headline>
      <p class="counter">{text.detected.counter(view.confirmations, view.confirmationsRequired)}</p>
      <Receipt view={view} />
    </div>
  )
}
