import type { VNode } from 'preact'
import { CheckButton } from '../parts/check-button.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

/** A wallet has sent the payment, but it isn't detected yet. QR code and address are hidden, so that nobody pays twice. */
export function SentView({ view, state, actions }: ViewProps): VNode {
  return (
    <div class="body">
      <Headline tone="info" headline={text.sent.headline}>
        {text.sent.body}
      </Headline>
      <Receipt view={view} />
      <CheckButton label={text.check.askLate} check={state.check} onCheck={actions.check} />
      <div class="foot">
        <span class="watching">{text.send.waiting}</span>
        <button type="button" class="plain" onClick={actions.payAnotherWay}>
          {text.sent.otherWay}
        </button>
      </div>
    </div>
  )
}
