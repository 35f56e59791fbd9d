import type { VNode } from 'preact'
import type { AssetChoice, CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { type CoinStep, coinGroups } from '../customer-steps.ts'
import { coinFailure, coinName } from '../failure-texts.ts'
import { formatAmount, formatTime } from '../format.ts'
import { StepHead } from '../parts/step-head.tsx'
import { around, fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
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
          <CoinName choice={choice} />
        </span>
        <small>{isSent ? text.coin.sent : isCurrent && text.coin.current}</small>
      </button>
      {isSubject && coin.kind === 'failed' && <p class="note note-bad">{coinFailure(coin)}</p>}
    </li>
  )
}

/** "USDC on Base", with the coin emphasized. */
function CoinName({ choice: { asset, chainName } }: { choice: AssetChoice }): VNode {
  const [before, after] = around(text.coinOn, 'asset')
  return (
    <>
      {before}
      <strong>{asset}</strong>
      {fill(after, { chain: chainName })}
    </>
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

function isOwn(choice: AssetChoice, other: Pick<AssetChoice, 'asset' | 'chainId'>): boolean {
  return choice.asset === other.asset && choice.chainId === other.chainId
}
