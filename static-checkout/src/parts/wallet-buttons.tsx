import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { WalletStep } from '../customer-steps.ts'
import { formatAmount } from '../format.ts'
import { dueOf } from '../money.ts'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'
import type { Wallet } from '../wallets/discover-wallets.ts'
import { walletFailure } from '../wallets/wallet-failure.ts'

const waitsAfterMs = 15_000

/** A button for each wallet in this browser. One that hangs doesn't block the others. */
export function WalletButtons(props: ViewProps & { wallets: readonly Wallet[] }): VNode {
  const { view, state, actions, wallets } = props
  const step = state.steps.wallet
  const amount = formatAmount(dueOf(view), view)
  return (
    <fieldset class="wallets">
      <legend class="visually-hidden">{payText.wallets.label}</legend>
      {wallets.map((wallet, index) => {
        const name = wallet.name ?? payText.wallets.browser
        const isRequested = step.kind === 'requested' && step.wallet === name
        return (
          <button
            key={wallet.id}
            type="button"
            class={index === 0 ? 'button primary' : 'button secondary'}
            aria-disabled={isRequested}
            onClick={() => !isRequested && actions.pay(wallet)}
          >
            {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />}
            <span>
              {isRequested
                ? fill(payText.wallets.confirm, { wallet: name })
                : fill(payText.wallets.pay, { amount, wallet: name })}
            </span>
          </button>
        )
      })}
      <Outcome step={step} view={view} nowMs={state.nowMs} />
    </fieldset>
  )
}

type OutcomeProps = { step: WalletStep; view: ViewProps['view']; nowMs: number }

function Outcome({ step, view, nowMs }: OutcomeProps): VNode | null {
  if (step.kind === 'failed') return <p class="note note-bad">{walletFailure(step, view)}</p>
  if (step.kind === 'rejected') {
    return <p class="note">{fill(payText.wallets.rejected, { wallet: step.wallet })}</p>
  }
  if (step.kind !== 'requested' || nowMs - step.sinceMs < waitsAfterMs) return null
  return <p class="note">{fill(payText.wallets.waiting, { wallet: step.wallet })}</p>
}
