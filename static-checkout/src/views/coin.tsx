import type { VNode } from 'preact'
import type { AssetChoice, CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { type CoinStep, coinGroups } from '../customer-steps.ts'
import { coinFailure, coinName } from '../failure-texts.ts'
import { formatTime } from '../format.ts'
import { StepHead } from '../parts/step-head.tsx'
import { text } from '../text.ts'
import type { ViewProps } from '../view-props.ts'

/** The choice of coins. One click is enough, because the choice can be changed again. */
export function CoinView({ view, state, actions }: ViewProps): VNode {
  const { coin, isChangingCoin } = state.steps
  return (
    <div class="body">
      <StepHead view={view} state={state} headline={text.coin.headline} body={text.coin.body} />
      <div class="coins">
        {coinGroups(view).map((group) => (
          <ul key={group[0]?.asset}>
            {group.map((choice) => (
              <Row
                key={choice.chainId}
                choice={choice}
                isCurrent={view.assetChosen && isOwn(choice, view)}
                coin={coin}
                onChoose={actions.chooseCoin}
              />
            ))}
          </ul>
        ))}
      </div>
      {isChangingCoin && <KeepCoin view={view} onKeep={actions.keepCoin} />}
    </div>
  )
}

function Row(props: {
  choice: AssetChoice
  isCurrent: boolean
  coin: CoinStep
  onChoose: (choice: AssetChoice) => void
}): VNode {
  const { choice, isCurrent, coin, onChoose } = props
  const isSending = coin.kind === 'sent'
  const isSubject = coin.kind !== 'ready' && isOwn(choice, coin.choice)
  const isSent = isSending && isSubject
  return (
    <li>
      <button
        type="button"
        class={isSent ? 'coin chosen' : 'coin'}
        aria-disabled={isSending}
        {...(isCurrent && { 'aria-current': true })}
        onClick={() => !isSending && onChoose(choice)}
      >
        <span>
          <strong>{choice.asset}</strong> {text.coin.on(choice.chainName)}
        </span>
        <small>{isSent ? text.coin.sent : isCurrent && text.coin.current}</small>
      </button>
      {isSubject && coin.kind === 'failed' && <p class="note note-bad">{coinFailure(coin)}</p>}
    </li>
  )
}

function KeepCoin({ view, onKeep }: { view: CheckoutView; onKeep: () => void }): VNode {
  const amount = `${view.amount.formatted} ${view.asset}`
  return (
    <>
      <p class="note">{text.coin.earlier(amount, formatTime(view.expiresAt))}</p>
      <button type="button" class="button secondary" onClick={onKeep}>
        {text.coin.keep(coinName(view))}
      </button>
    </>
  )
}

function isOwn(choice: AssetChoice, other: Pick<AssetChoice, 'asset' | 'chainId'>): boolean {
  return choice.asset === other.asset && choice.chainId === other.chainId
}
