import type { VNode } from 'preact'
import { Headline } from '../parts/headline.tsx'
import { BackLink } from '../parts/return-links.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

/** The time is over before an address was shown. What the customer has typed is kept. */
export function IdleView({ view, actions }: ViewProps): VNode {
  const { linkPath } = view
  return (
    <div class="body">
      <Headline tone="neutral" headline={payText.idle.headline}>
        {linkPath ? payText.idle.body : text.problems.inactive.body}
      </Headline>
      {linkPath && (
        <button type="button" class="button primary" onClick={() => actions.newPrice(linkPath)}>
          {text.details.continue}
        </button>
      )}
      <BackLink view={view} />
    </div>
  )
}
