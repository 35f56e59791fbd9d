import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { coinName } from '../coin-texts.ts'
import { isAtProvider } from '../customer-steps.ts'
import { readDraft } from '../draft.ts'
import { formatAmount, formatTime } from '../format.ts'
import { Methods } from '../methods/methods.tsx'
import { choicesOf } from '../methods/own-choice.ts'
import { CancelLink } from '../parts/cancel-link.tsx'
import { StepHead } from '../parts/step-head.tsx'
import type { Payment } from '../payment.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

/** The choice of how to pay. One click is enough, because the choice can be changed again. */
export function CoinView(props: ViewProps & { payment: Payment | undefined }): VNode {
  const { view, state, actions } = props
  useOnlyChoice(props)
  return (
    <div class="body">
      <StepHead view={view} state={state} headline={text.coin.headline} body={text.coin.body} />
      <Methods {...props} />
      {state.steps.isChangingCoin && !isAtProvider(view) && (
        <KeepCoin view={view} onKeep={actions.keepCoin} />
      )}
      <div class="foot">
        <GivenEmail {...props} />
        <CancelLink view={view} />
      </div>
    </div>
  )
}

/** With a single coin there is nothing to choose: its price is locked at once. If that fails, the customer tries again. */
function useOnlyChoice({ view, state, actions }: ViewProps): void {
  const [only, ...others] = choicesOf(view)
  const isAlone = others.length === 0 && view.methods.length === 1
  const isDue = view.provisional && isAlone && state.steps.coin.kind === 'ready'
  useEffect(() => {
    if (isDue && only) actions.chooseCoin(only)
  }, [isDue])
}

/** The way back to the email, which can be corrected until the address is shown. */
function GivenEmail({ view, actions }: ViewProps): VNode | null {
  const { email } = readDraft()
  if (!view.provisional || !email) return null
  return (
    <span class="given">
      <bdi>{email}</bdi>
      <button type="button" class="plain" onClick={actions.changeDetails}>
        {text.details.change}
      </button>
    </span>
  )
}

function KeepCoin({ view, onKeep }: { view: CheckoutView; onKeep: () => void }): VNode {
  return (
    <>
      <p class="note">
        {fill(text.coin.earlier, {
          amount: formatAmount(view.amount, view),
          time: formatTime(view.expiresAt),
        })}
      </p>
      <button type="button" class="button secondary" onClick={onKeep}>
        {fill(text.coin.keep, { choice: coinName(view) })}
      </button>
    </>
  )
}
