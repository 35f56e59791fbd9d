import type { VNode } from 'preact'
import type { WalletStep } from '../customer-steps.ts'
import { walletFailure } from '../failure-texts.ts'
import { text } from '../text.ts'
import type { ViewProps } from '../view-props.ts'
import type { Wallet } from '../wallets/discover-wallets.ts'

/** A button for each wallet in this browser. */
export function WalletButtons(props: ViewProps & { wallets: readonly Wallet[] }): VNode {
  const { view, state, actions, wallets } = props
  const step = state.steps.wallet
  const isRequested = step.kind === 'requested'
  return (
    <fieldset class="wallets">
      <legend>{text.wallets.label}</legend>
      <div>
        {wallets.map((wallet) => (
          <button
            key={wallet.id}
            type="button"
            class="button secondary"
            aria-disabled={isRequested}
            onClick={() => !isRequested && actions.pay(wallet)}
          >
            {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />}
            <WalletLabel wallet={wallet.name} step={step} />
          </button>
        ))}
      </div>
      {step.kind === 'failed' && <p class="note note-bad">{walletFailure(step, view)}</p>}
    </fieldset>
  )
}

function WalletLabel({ wallet, step }: { wallet: string; step: WalletStep }): VNode {
  const isRequested = step.kind === 'requested' && step.wallet === wallet
  if (isRequested) return <span>{text.wallets.confirm(wallet)}</span>
  return (
    <span>
      <span class="visually-hidden">{text.wallets.pay} </span>
      {wallet}
    </span>
  )
}
