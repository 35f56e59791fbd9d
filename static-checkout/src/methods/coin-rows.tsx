import type { VNode } from 'preact'
import { around, fill } from '../../../shared/kernel/template.ts'
import type { AssetChoice, CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { coinFullName, hasHighFee } from '../coin-facts.ts'
import { coinFailure } from '../coin-texts.ts'
import { type CoinStep, coinGroups, isSameCoin } from '../customer-steps.ts'
import { formatAmount, formatDuration } from '../format.ts'
import { CoinIcon } from '../parts/coin-icon.tsx'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'
import { choicesOf } from './own-choice.ts'

/** The coins, each with its networks, the session's own first. */
export function CoinRows({ view, state, actions }: ViewProps): VNode {
  const choices = choicesOf(view)
  const groups = coinGroups({ ...view, choices })
  return (
    <div class="coins">
      {groups.map((group) => (
        <ul key={group[0]?.asset}>
          {group.map((choice) => (
            <Row
              key={choice.chainId}
              choice={choice}
              facts={factsOf(choice, choices)}
              view={view}
              coin={state.steps.coin}
              onChoose={actions.chooseCoin}
            />
          ))}
        </ul>
      ))}
    </div>
  )
}

type RowProps = {
  choice: AssetChoice
  facts: readonly string[]
  view: CheckoutView
  coin: CoinStep
  onChoose: (choice: AssetChoice) => void
}

function Row({ choice, facts, view, coin, onChoose }: RowProps): VNode {
  const isSending = coin.kind === 'sent'
  const isSubject = coin.kind !== 'ready' && isSameCoin(choice, coin.choice)
  const isSent = isSending && isSubject
  const isCurrent = view.assetChosen && isSameCoin(choice, view)
  const mark = markOf({ choice, view, isSent })
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
          <CoinName choice={choice} />
        </span>
        <span class="coin-amount">{amountOf(choice, view)}</span>
        <small class="coin-facts">
          {mark && <b>{mark}</b>}
          {facts.join(' · ')}
        </small>
      </button>
      {isSubject && coin.kind === 'failed' && <p class="note note-bad">{coinFailure(coin)}</p>}
    </li>
  )
}

/** At the latest price; the choice locks the amount. */
function amountOf(choice: AssetChoice, view: CheckoutView): string | null {
  if (isSameCoin(choice, view) && !view.provisional) return formatAmount(view.amount, view)
  return choice.amount === null ? null : formatAmount({ formatted: choice.amount }, choice)
}

/**
 * Its full name, how long it takes, and whether the network's fee is high: nobody knows a wallet's exact fee. What is equal
 * for all choices helps nobody to choose.
 */
function factsOf(choice: AssetChoice, all: readonly AssetChoice[]): string[] {
  const fullName = coinFullName(choice.asset)
  const differing = [timeOf, feeOf].filter((factOf) => new Set(all.map(factOf)).size > 1)
  const facts = [fullName === choice.asset ? '' : fullName, ...differing.map((of) => of(choice))]
  return facts.filter((fact) => fact !== '')
}

function timeOf({ confirmedInSeconds: seconds }: AssetChoice): string {
  return seconds ? fill(text.coin.time, { time: formatDuration(seconds) }) : ''
}

function feeOf(choice: AssetChoice): string {
  return hasHighFee(choice) ? text.coin.highFee : text.coin.lowFee
}

type Marked = Pick<RowProps, 'choice' | 'view'> & { isSent: boolean }

function markOf({ choice, view, isSent }: Marked): string | null {
  if (isSent) return text.coin.sent
  if (!isSameCoin(choice, view) || view.choices.length < 2) return null
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
