import type { VNode } from 'preact'
import { formatAmount } from '../format.ts'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

export function DetectedView({ view }: ViewProps): VNode {
  const { received, amount } = view
  const isPartial = BigInt(received.base) < BigInt(amount.base)
  return (
    <div class="body">
      <Headline tone="info" headline={text.detected.headline}>
        {isPartial
          ? fill(text.detected.partial, {
              received: formatAmount(received, view),
              amount: formatAmount(amount, view),
            })
          : text.detected.body}
      </Headline>
      <p class="counter">
        {fill(text.detected.counter, {
          done: view.confirmations,
          required: view.confirmationsRequired,
        })}
      </p>
      <Receipt view={view} />
    </div>
  )
}
