import type { VNode } from 'preact'
import { CheckButton } from '../parts/check-button.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

/**
 * A wallet has sent the payment, on this device or another, but it isn't detected yet. QR code and address are hidden, so
 * that nobody pays twice.
 */
export function SentView({ view, state, actions }: ViewProps): VNode {
  return (
    <div class="body">
      <Headline tone="info" headline={text.sent.headline}>
        {view.reported ? fill(text.sent.reported, { chain: view.chainName }) : text.sent.body}
      </Headline>
      <Receipt view={view} />
      <CheckButton label={text.check.askLate} check={state.check} onCheck={actions.check} />
      <div class="foot">
        {state.connection === 'good' && <span class="watching">{text.send.waiting}</span>}
      </div>
      <details class="more">
        <summary>{text.sent.otherWay}</summary>
        <p class="note">{text.sent.otherWayBody}</p>
        <button type="button" class="button secondary" onClick={actions.payAnotherWay}>
          {text.sent.otherWay}
        </button>
      </details>
    </div>
  )
}
