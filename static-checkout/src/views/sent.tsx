import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { CheckButton } from '../parts/check-button.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

/**
 * A wallet has sent the payment, on this device or another, but it isn't detected yet. QR code and address are hidden, so
 * that nobody pays twice.
 */
export function SentView({ view, state, actions }: ViewProps): VNode {
  return (
    <div class="body">
      <Headline tone="info" headline={payText.sent.headline}>
        {fill(payText.sent.body, { chain: view.chainName })}
      </Headline>
      <Receipt view={view} />
      <CheckButton label={payText.check.askLate} check={state.check} onCheck={actions.check} />
      <div class="foot">
        {state.connection === 'good' && <span class="watching">{payText.send.waiting}</span>}
      </div>
      <details class="more">
        <summary>{payText.sent.otherWay}</summary>
        <p class="note">{payText.sent.otherWayBody}</p>
        <button type="button" class="button secondary" onClick={actions.payAnotherWay}>
          {payText.sent.otherWay}
        </button>
      </details>
    </div>
  )
}
