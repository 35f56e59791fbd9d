import type { VNode } from 'preact'
import { CancelLink } from '../parts/cancel-link.tsx'
import { CheckButton } from '../parts/check-button.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

/** Shown between the deadline and the scan that decides whether a payment arrived in time. */
export function TimeUpView({ view, state, actions }: ViewProps): VNode {
  return (
    <div class="body">
      <Headline tone="neutral" headline={payText.timeUp.headline}>
        {payText.timeUp.body}
      </Headline>
      <Receipt view={view} />
      <CheckButton label={payText.check.askLate} check={state.check} onCheck={actions.check} />
      <div class="foot">
        <CancelLink view={view} />
      </div>
    </div>
  )
}
