import type { VNode } from 'preact'
import { around } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { formatNumber } from '../format.ts'
import { CancelLink } from '../parts/cancel-link.tsx'
import { CheckButton } from '../parts/check-button.tsx'
import { Timer } from '../parts/timer.tsx'
import { Trust } from '../parts/trust.tsx'
import { Ways } from '../parts/ways.tsx'
import { secondsUntil } from '../state.ts'
import { payText } from '../texts/pay/pay-text.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

export function PayView(props: ViewProps): VNode {
  const { view, state, actions } = props
  return (
    <div class="body pending">
      <AmountLine view={view} secondsLeft={secondsUntil(view.expiresAt, state.nowMs)} />
      <NetworkLine chainName={view.chainName} />
      <Ways {...props} />
      <Trust view={view} />
      <CheckButton label={payText.check.ask} check={state.check} onCheck={actions.check} />
      <Foot {...props} />
    </div>
  )
}

function Foot({ view, state, actions }: ViewProps): VNode {
  return (
    <div class="foot">
      {state.connection === 'good' && <span class="watching">{payText.send.waiting}</span>}
      {(view.choices.length > 1 || view.methods.length > 1) && (
        <button type="button" class="plain" onClick={actions.changeCoin}>
          {view.methods.length > 1 ? payText.sent.otherWay : text.coin.change}
        </button>
      )}
      <CancelLink view={view} />
    </div>
  )
}

function AmountLine({ view, secondsLeft }: { view: CheckoutView; secondsLeft: number }): VNode {
  return (
    <div class="amount-line">
      <h1 tabIndex={-1}>
        <bdi dir="ltr">
          {formatNumber(view.amount.formatted, view.asset)} <small>{view.asset}</small>
        </bdi>
      </h1>
      <Timer secondsLeft={secondsLeft} />
    </div>
  )
}

function NetworkLine({ chainName }: { chainName: string }): VNode {
  const [before, after] = around(payText.send.network, 'chain')
  return (
    <p class="network">
      {before}
      <strong>{chainName}</strong>
      {after}
    </p>
  )
}
