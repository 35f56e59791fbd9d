import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { AssetChoice, CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { amountIn, coinFullName, hasHighFee } from '../coin-facts.ts'
import { coinFailure, coinName } from '../coin-texts.ts'
import { type CoinStep, coinGroups } from '../customer-steps.ts'
import { formatAmount, formatTime } from '../format.ts'
import { CancelLink } from '../parts/cancel-link.tsx'
import { CoinIcon } from '../parts/coin-icon.tsx'
import { StepHead } from '../parts/step-head.tsx'
import { around, fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

/** The choice of coins. One click is enough, because the choice can be changed again. */
export function CoinView({ view, state, actions }: ViewProps): VNode {
  const { coin, isChangingCoin } = state.steps
  const groups = coinGroups(withOwn(view))
  useOnlyChoice({ view, state, actions })
  return (
    <div class="body">
      <StepHead view={view} state={state} headline={text.coin.headline} body={text.coin.body} />
      <div class="coins">
        {groups.map((group) => (
          <ul key={group[0]?.asset}>
            {group.map((choice) => (
              <Row
                key={choice.chainId}
                choice={choice}
                view={view}
                coin={coin}
                onChoose={actions.chooseCoin}
              />
            ))}
          </ul>
        ))}
      </div>
      {isChangingCoin && <KeepCoin view={view} onKeep={actions.keepCoin} />}
      <div class="foot">
        <CancelLink view={view} />
      </div>
    </div>
  )
}

/** Where no coin is offered right now, the session's own can still be tried. */
function withOwn(view: CheckoutView): CheckoutView {
  if (view.choices.length > 0) return view
  const { chainId, chainName, asset } = view
  return { ...view, choices: [{ chainId, chainName, asset }] }
}

/** With a single coin there is nothing to choose: its price is locked at once. If that fails, the customer tries again. */
function useOnlyChoice({ view, state, actions }: ViewProps): void {
  const [only, ...others] = withOwn(view).choices
  const isDue = view.provisional && others.length === 0 && state.steps.coin.kind === 'ready'
  useEffect(() => {
    if (isDue && only) actions.chooseCoin(only)
  }, [isDue])
}

type RowProps = {
  choice: AssetChoice
  view: CheckoutView
  coin: CoinStep
  onChoose: (choice: AssetChoice) => void
}

function Row({ choice, view, coin, onChoose }: RowProps): VNode {
  const isSending = coin.kind === 'sent'
  const isSubject = coin.kind !== 'ready' && isOwn(choice, coin.choice)
  const isSent = isSending && isSubject
  const isCurrent = view.assetChosen && isOwn(choice, view)
  return (
    <li>
      <button
        type="button"
        class={isSent ? 'coin chosen' : 'coin'}
        aria-disabled={isSending}
        {...(isCurrent && { 'aria-current': true })}
        onClick={() => !isSending && onChoose(choice)}
      >
        <CoinIcon asset={choice.asset} />
        <span class="coin-name">
          <span>
            <CoinName choice={choice} />
          </span>
          <small>
            <span class="full-name">{`${coinFullName(choice.asset)} · `}</span>
            {feeOf(choice)}
          </small>
        </span>
        <span class="coin-amount">
          <span>{amountIn(choice, view)}</span>
          <small>{markOf({ choice, view, isSent })}</small>
        </span>
      </button>
      {isSubject && coin.kind === 'failed' && <p class="note note-bad">{coinFailure(coin)}</p>}
    </li>
  )
}

function feeOf(choice: AssetChoice): string {
  return hasHighFee(choice) ? text.coin.highFee : text.coin.lowFee
}

type Marked = Pick<RowProps, 'choice' | 'view'> & { isSent: boolean }

function markOf({ choice, view, isSent }: Marked): string | null {
  if (isSent) return text.coin.sent
  if (!isOwn(choice, view) || view.choices.length < 2) return null
  return view.assetChosen ? text.coin.current : text.coin.suggested
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
