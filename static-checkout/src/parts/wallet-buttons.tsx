import type { VNode } from 'preact'
import type { WalletStep } from '../customer-steps.ts'
import { walletFailure } from '../failure-texts.ts'
import { formatAmount } from '../format.ts'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
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
            <WalletLabel
              wallet={wallet.name}
              amount={formatAmount(view.amount, view)}
              step={step}
            />
          </button>
        ))}
      </div>
      {step.kind === 'failed' && <p class="note note-bad">{walletFailure(step, view)}</p>}
    </fieldset>
  )
}

function WalletLabel(props: { wallet: string; amount: string; step: WalletStep }): VNode {
  const { wallet, amount, step } = props
  const isRequested = step.kind === 'requested' && step.wallet === wallet
  if (isRequested) return <span>{fill(text.wallets.confirm, { wallet })}</span>
  return <span>{fill(text.wallets.pay, { amount, wallet })}</span>
}
