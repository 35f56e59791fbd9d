import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/contract/checkout.ts'
import { formatCountdown } from '../format.ts'
import { AddressField } from '../parts/address-field.tsx'
import { CheckButton } from '../parts/check-button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { ScanBox } from '../parts/scan-box.tsx'
import { secondsUntil } from '../state.ts'
import { text } from '../text.ts'
import type { ViewProps } from '../view-props.ts'

const lowSeconds = 60

export function PendingView({ view, state, actions }: ViewProps): VNode {
  const amount = `${view.amount.formatted} ${view.asset}`
  return (
    <div class="body pending">
      <AmountLine view={view} secondsLeft={secondsUntil(view.expiresAt, state.nowMs)} />
      <NetworkLine chainName={view.chainName} />
      <div class="ways">
        <ScanBox address={view.address} amount={amount} />
        <div class="fields">
          <CopyField label={text.send.amount} value={view.amount.formatted}>
            {view.amount.formatted}
          </CopyField>
          <AddressField label={text.send.address(view.chainName)} address={view.address} />
          {view.isNative && (
            <a class="button primary wallet" href={paymentUri(view)}>
              {text.send.openWallet}
            </a>
          )}
        </div>
      </div>
      <CheckButton label={text.check.ask} check={state.check} onCheck={actions.check} />
      <p class="foot">
        <span class="watching">{text.send.waiting}</span>
        {view.cancelUrl && (
          <a class="plain" href={view.cancelUrl}>
            {text.send.cancel}
          </a>
        )}
      </p>
    </div>
  )
}

function AmountLine({ view, secondsLeft }: { view: CheckoutView; secondsLeft: number }): VNode {
  return (
    <div class="amount-line">
      <h1 tabIndex={-1}>
        {view.amount.formatted} <small>{view.asset}</small>
      </h1>
      <span role="timer" class={secondsLeft <= lowSeconds ? 'timer low' : 'timer'}>
        {text.send.left(formatCountdown(secondsLeft))}
      </span>
    </div>
  )
}

function NetworkLine({ chainName }: { chainName: string }): VNode {
  const [before, name, after] = text.send.network(chainName)
  return (
    <p class="network">
      {before}
      <strong>{name}</strong>
      {after}
    </p>
  )
}

/**
 * EIP-681, for the chain's own coin only: a wallet that reads nothing but the target still pays the right address,
 * while with a token it would pay the token's contract.
 */
function paymentUri({ address, chainId, amount }: CheckoutView): string {
  return `ethereum:${address}@${chainId}?value=${amount.base}`
}
