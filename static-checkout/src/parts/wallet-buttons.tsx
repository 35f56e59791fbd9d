import type { VNode } from 'preact'
import type { WalletStep } from '../customer-steps.ts'
import { walletFailure } from '../failure-texts.ts'
import { formatAmount } from '../format.ts'
import { dueOf } from '../money.ts'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'
import type { Wallet } from '../wallets/discover-wallets.ts'

const waitsAfterMs = 15_000

/** A button for each wallet in this browser. One that hangs doesn't block the others. */
export function WalletButtons(props: ViewProps & { wallets: readonly Wallet[] }): VNode {
  const { view, state, actions, wallets } = props
  const step = state.steps.wallet
  const amount = formatAmount(dueOf(view), view)
  return (
    <fieldset class="wallets">
      <legend class="visually-hidden">{text.wallets.label}</legend>
      {wallets.map((wallet, index) => {
        const name = wallet.name ?? text.wallets.browser
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
                ? fill(text.wallets.confirm, { wallet: name })
                : fill(text.wallets.pay, { amount, wallet: name })}
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
    return <p class="note">{fill(text.wallets.rejected, { wallet: step.wallet })}</p>
  }
  if (step.kind !== 'requested' || nowMs - step.sinceMs < waitsAfterMs) return null
  return <p class="note">{fill(text.wallets.waiting, { wallet: step.wallet })}</p>
}
