import type { VNode } from 'preact'
import { Contact } from '../parts/contact.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { BackLink } from '../parts/return-links.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

export function FailedView({ view }: ViewProps): VNode {
  return (
    <div class="body">
      <Headline tone="bad" headline={payText.failed.headline}>
        {payText.failed.body}
      </Headline>
      <Contact view={view} />
      <Receipt view={view} />
      <BackLink view={view} />
    </div>
  )
}
