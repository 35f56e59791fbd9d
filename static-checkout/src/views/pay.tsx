import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { formatAmount, formatNumber } from '../format.ts'
import { AddressField } from '../parts/address-field.tsx'
import { CheckButton } from '../parts/check-button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { ScanBox } from '../parts/scan-box.tsx'
import { Timer } from '../parts/timer.tsx'
import { WalletButtons } from '../parts/wallet-buttons.tsx'
import { secondsUntil } from '../state.ts'
import { around, fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'
import { useWallets } from '../wallets/use-wallets.ts'

export function PayView(props: ViewProps): VNode {
  const { view, state, actions } = props
  return (
    <div class="body pending">
      <AmountLine view={view} secondsLeft={secondsUntil(view.expiresAt, state.nowMs)} />
      <NetworkLine chainName={view.chainName} />
      <Ways {...props} />
      <CheckButton label={text.check.ask} check={state.check} onCheck={actions.check} />
      <Foot {...props} />
    </div>
  )
}

/** The ways to pay: QR code, copy and paste, or a wallet. */
function Ways(props: ViewProps): VNode {
  const { view } = props
  const wallets = useWallets()
  return (
    <div class="ways">
      <ScanBox address={view.address} amount={formatAmount(view.amount, view)} />
      <div class="fields">
        <CopyField label={text.send.amount} value={view.amount.formatted}>
          {view.amount.formatted}
        </CopyField>
        <AddressField
          label={fill(text.send.address, { chain: view.chainName })}
          address={view.address}
        />
        {wallets.length > 0 && <WalletButtons {...props} wallets={wallets} />}
        {wallets.length === 0 && view.tokenAddress === null && (
          <a class="button primary wallet" href={paymentUri(view)}>
            {text.wallets.choose}
          </a>
        )}
      </div>
    </div>
  )
}

function Foot({ view, actions }: ViewProps): VNode {
  return (
    <div class="foot">
      <span class="watching">{text.send.waiting}</span>
      {view.choices.length > 1 && (
        <button type="button" class="plain" onClick={actions.changeCoin}>
          {text.coin.change}
        </button>
      )}
      {view.cancelUrl && (
        <a class="plain" href={view.cancelUrl}>
          {text.send.cancel}
        </a>
      )}
    </div>
  )
}

function AmountLine({ view, secondsLeft }: { view: CheckoutView; secondsLeft: number }): VNode {
  return (
    <div class="amount-line">
      <h1 tabIndex={-1}>
        {formatNumber(view.amount.formatted)} <small>{view.asset}</small>
      </h1>
      <Timer secondsLeft={secondsLeft} />
    </div>
  )
}

function NetworkLine({ chainName }: { chainName: string }): VNode {
  const [before, after] = around(text.send.network, 'chain')
  return (
    <p class="network">
      {before}
      <strong>{chainName}</strong>
      {after}
    </p>
  )
}

/**
 * An EIP-681 URI, only for the native coin: a wallet that reads only the target still pays the right address, while with a
 * token it would pay the token's contract.
 */
function paymentUri({ address, chainId, amount }: CheckoutView): string {
  return `ethereum:${address}@${chainId}?value=${amount.base}`
}
